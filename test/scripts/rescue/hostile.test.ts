import { describe, expect, it } from 'vitest';
import { openRescued } from './rescued.ts';
import { alter, rescueDamaged } from './threeSkills.ts';

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
