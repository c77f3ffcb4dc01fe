import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fileOf } from '../../../mirror/snapshot/address/address.ts';
import { shardSkillsInFile as most } from '../../../mirror/snapshot/address/everySkill.ts';
import { pagePath } from '../../../origin/contract/pages.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { shardOf } from '../../../origin/store/skills/sitemap.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { openMirroredData } from '../mirrored.ts';

it('a part of the sitemap with many skills is no file that each publish writes again, and is whole at the mirror', async () => {
  await using registry = await openRegistry();
  const publish = (slug: string, text = slug) => registry.publish('ada', slug, { 'SKILL.md': skillMd(slug, text) });
  await publish('first');
  await using mirrored = await openMirroredData(registry);
  await mirrored.snapshot.full();
  const shard = shardOf('ada/second');
  const isFile = async () => (await mirrored.files()).includes(fileOf({ id: 'sitemapShard', values: { shard } }));
  const listed = async () => (await mirrored.mirror.request(pagePath('sitemapShard', { shard }))).text();
  await addCopies(mirrored.catalog, shard, most);
  await publish('second');
  await mirrored.snapshot.step();
  expect(await isFile()).toBe(false);
  expect((await listed()).match(/\/ada\/(copy-\d+|second)</g)).toHaveLength(most + 1);
  await mirrored.catalog.write((db) => db.deleteFrom('skills').where('slug', '=', 'copy-1').execute());
  await publish('second', 'Changed since.');
  await mirrored.snapshot.step();
  expect(await isFile()).toBe(true);
  expect((await listed()).match(/\/ada\/(copy-\d+|second)</g)).toHaveLength(most);
});

/** Rows as that of the first skill, in a part of the sitemap. */
const addCopies = (catalog: Engine, shard: string, count: number): Promise<void> =>
  catalog.write(async (db) => {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info('skills')`.execute(db);
    const columns = rows.map(({ name }) => name);
    const own: Record<string, unknown> = { id: sql`1000 + value`, slug: sql`'copy-' || value`, shard: sql`${shard}` };
    await sql`insert into skills (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(columns.map((name) => own[name] ?? sql.ref(`skills.${name}`)))}
      from skills, json_each(${JSON.stringify(Array.from({ length: count }, (_, index) => index + 1))})
      where slug = 'first'`.execute(db);
  });
