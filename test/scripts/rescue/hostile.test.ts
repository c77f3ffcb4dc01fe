import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { published } from '../../answers.ts';
import { bytesOf } from '../../engines.ts';
import { testSigner } from '../../log/signer.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { moderate } from '../../store/rows.ts';
import { newWorkplace } from '../process.ts';
import { openKept, openRescued, rescue } from './rescued.ts';
import { alter, catalogIn, rescueDamaged } from './threeSkills.ts';

const altered = async (...statements: string[]) => {
  const rescued = await rescueDamaged(async ({ folder }) => {
    for (const statement of statements) await alter(folder, statement);
  });
  return { ...rescued, registry: await openRescued(rescued, rescued.now) };
};

/** Another version of a skill, with the files of the next. */
const smuggled = [
  `insert into versions (id, skill_id, number, label, hash, name, description, triggers, license, tags, token_count,
    bundle_digest, signature_status, statement, signature, key_id, scan_status, published_by, published_at)
    select 9, 1, 2, 'v2', hash, name, description, triggers, license, tags, token_count, bundle_digest,
    signature_status, statement, signature, key_id, scan_status, 0, published_at + 1 from versions where id = 3`,
  'insert into version_files select 9, path, size, hash from version_files where version_id = 3',
  `insert into scans (version_id, status, corpus_version, findings, scanned_at)
    select 9, status, corpus_version, findings, scanned_at from scans where version_id = 3`,
  'update skills set latest_version_id = 9 where id = 1',
];

/** A skill of which something was done that everyone was told of, in a mirror that has the log of then and all else of before. */
async function rescueUntold(done: (registry: TestRegistry, hash: string) => Promise<unknown>) {
  await using registry = await openRegistry();
  await using mirrored = await openKept(registry, testSigner());
  const { hash } = await published(registry, 'ada:one', { 'SKILL.md': skillMd('one') });
  await mirrored.snapshot.step();
  await using before = await newWorkplace();
  const catalog = join(before.folder, 'catalog.sqlite');
  await writeFile(catalog, await bytesOf(mirrored.catalog));
  await cp(mirrored.root, join(before.folder, 'public'), { recursive: true });
  await done(registry, hash);
  await mirrored.snapshot.step();
  return await rescue(mirrored, {
    damage: async (folder) => {
      await copyLog(catalogIn(folder), catalog);
      await cp(catalog, catalogIn(folder));
      await cp(join(before.folder, 'public'), join(folder, 'mirror/public'), { recursive: true });
    },
  });
}

async function copyLog(from: string, to: string): Promise<void> {
  const [one, other] = [await openSqlite(from, { partial: true }), await openSqlite(to, { partial: true })];
  for (const table of ['log_entries', 'log_hashes', 'log_checkpoints'] as const) {
    const rows = await one.db.selectFrom(table).selectAll().execute();
    await other.write(async (db) => {
      await db.deleteFrom(table).execute();
      await db
        .insertInto(table)
        .values(rows as never)
        .execute();
    });
  }
  await one.close();
  await other.close();
}

describe('a mirror that shows what its log says is out of sight', () => {
  it.each<[string, string, (registry: TestRegistry, hash: string) => Promise<unknown>]>([
    [
      'a quarantined version',
      'it was quarantined, and not that this was lifted',
      (registry, hash) => moderate(registry, `ada:one@${hash}`, 'quarantine'),
    ],
    [
      'a hidden skill',
      'its skill was hidden, and not that this was lifted',
      (registry) => moderate(registry, 'ada:one', 'hide'),
    ],
    [
      'a suspended author',
      'its author was suspended, and not that this was lifted',
      (registry) => moderate(registry, 'ada', 'suspend'),
    ],
    [
      'a withdrawn version',
      'it was withdrawn',
      (registry, hash) => registry.send('DELETE', `/skills/ada/one/versions/${hash}`, 'ada'),
    ],
  ])('gives out nothing of %s, and says why', async (_, says, done) => {
    await using rescued = await rescueUntold(done);
    expect([rescued.code, rescued.output]).toEqual([
      1,
      expect.stringContaining(`ada:one v1 is withdrawn: the transparency log says that ${says}.`),
    ]);
    await using registry = await openRescued(rescued, 1_790_000_000);
    expect((await registry.get('/skills/ada/one')).status).toBe(404);
  });
});

describe('a mirror of others, in which a hand was', () => {
  it('makes nobody an operator, an owner of a team, or known by a token', async () => {
    const { code, registry } = await altered(
      'update profiles set is_operator = 1, mcp_enabled = 1',
      "insert into profiles (id, kind, handle, display_name, bio, avatar_url, is_operator, mcp_enabled, moderation_status, follower_count, following_count, created_at, folded, tokens, names) select 50, 'team', 'crew', '', '', '', 0, 0, 'none', 0, 0, 1, '', '', ''",
      "insert into team_members (team_id, member_id, role, added_at) select 50, id, 'owner', 1 from profiles where handle = 'ada'",
      "insert into tokens (class, hash, profile_id, created_at) select 'session', 'known', id, 1 from profiles where handle = 'ada'",
    );
    await using _ = registry;
    const { db } = registry.engine;
    expect(code).toBe(0);
    expect(await db.selectFrom('profiles').select('is_operator').distinct().execute()).toEqual([{ is_operator: 0 }]);
    expect(await db.selectFrom('team_members').select('role').execute()).toEqual([{ role: 'member' }]);
    expect(await db.selectFrom('tokens').selectAll().execute()).toEqual([]);
  });

  it('hands out no version that the log has no entry of, and shows the one before', async () => {
    const { code, output, registry } = await altered(...smuggled);
    await using _ = registry;
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('ada:one v2 is withdrawn: the transparency log has no'),
    ]);
    expect(await (await registry.get('/skills/ada/one')).json()).toMatchObject({
      version: 1,
      versions: [{ version: 1 }],
    });
  });

  it.each([
    ['its label', "update versions set label = 'v7' where id = 2"],
    ['the digest of its archive', "update versions set bundle_digest = 'sha256:00' where id = 2"],
    ['its signature', "update versions set signature_status = 'verified' where id = 2"],
  ])('names a version that is not what was entered: %s', async (_, statement) => {
    const { code, output, registry } = await altered(statement);
    await using _registry = registry;
    expect([code, output]).toEqual([1, expect.stringMatching(/^DAMAGED: ada:two v\d is not what its entry/m)]);
  });
});
