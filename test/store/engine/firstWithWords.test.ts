import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db, Engine, Words } from '../../../origin/store/engine/engine.ts';
import { staticRank } from '../../../origin/store/schema/indexing.ts';
import { drawsFrom } from '../../../scripts/bench/catalog/random.ts';
import { engineNames, openEngine } from '../../engines.ts';
import { addProfile } from '../profiles.ts';

const words = ['all', 'half', 'some', 'few'];

/** Each word is in fewer of them than the one before. */
async function addSkills(db: Db): Promise<void> {
  await addProfile(db, 'ada');
  const draw = drawsFrom(7);
  const rows = Array.from({ length: 1_200 }, (_, index) => ({
    ...{ owner_id: 1, owner_shown: 1 as const, slug: `skill-${index}${'-x'.repeat(Math.floor(draw() * 4))}` },
    ...{ category: 'other' as const, visibility: draw() < 0.1 ? ('private' as const) : ('public' as const) },
    ...{ latest_version_id: index + 1, version_count: 1, deprecated: draw() < 0.1 ? (1 as const) : (0 as const) },
    ...{ install_count: Math.floor(draw() ** 40 * 100), created_at: index, updated_at: index },
    ...{ name: '', description: '', deprecation_message: '', moderation_status: 'none' as const, shard: '' },
    ...{ is_mirror: 0 as const, mirror_source_url: '', mirror_license: '', folded: '' },
    tokens: ` ${words.filter((_, rarity) => draw() < 4 ** -rarity).join(' ')} `,
    names: ` ${words.filter((_, rarity) => draw() < 3 ** -rarity).join(' ')} `,
  }));
  for (let from = 0; from < rows.length; from += 200)
    await db
      .insertInto('skills')
      .values(rows.slice(from, from + 200))
      .execute();
}

/** Those that match, in the order of their places. */
const found = async ({ db, withWords }: Engine, asked: Words, count?: number): Promise<number[]> => {
  const skills = db
    .selectFrom('skills')
    .where(
      'id',
      'in',
      sql<number>`(select id from ${withWords(asked, count === undefined ? undefined : { count, share: 1 })} as found)`,
    );
  const rows = await skills
    .select('id')
    .orderBy(sql.raw(staticRank('skills')))
    .execute();
  return rows.map(({ id }) => id);
};

it.each(engineNames)('the first of many matches are the best by their place, on the %s engine', async (name) => {
  const engine = await openEngine(name);
  await engine.write(addSkills);
  // PostgreSQL finds out in the background which part of its index to ask first.
  const first = () => JSON.stringify(engine.withWords({ each: [['all']] }, { count: 1, share: 1 }).toOperationNode());
  await expect.poll(() => name === 'sqlite' || first().includes("'#")).toBe(true);
  for (const asked of [
    { each: [['all']] },
    { each: [['few', '_some']] },
    { each: [['all'], ['half', '_few']] },
    { each: [['some'], ['_half']], none: ['few'] },
    { each: [['few'], ['_few'], ['some half']] },
    { each: [['nobody']] },
  ]) {
    const all = await found(engine, asked);
    for (const count of [1, 24, 300]) expect(await found(engine, asked, count)).toEqual(all.slice(0, count));
  }
  await engine.close();
});
