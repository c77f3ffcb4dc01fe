import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../answers.ts';
import { type EngineName, engineNames } from '../engines.ts';
import { openRegistry, skillMd } from '../registry.ts';
import { addKit, install } from '../scene.ts';
import { quarantine } from '../store/rows.ts';

/** Dora runs Anna's approved first version of `pdf`, her own `notes`, and Bob's kit with `pdf`, `data` and a secret. */
async function scene(name: EngineName) {
  const registry = await openRegistry(name);
  const hashes: Record<string, string> = {};
  for (const skill of ['anna:pdf', 'bob:sums', 'dora:notes']) hashes[skill] = (await published(registry, skill)).hash;
  hashes['bob:secret'] = (await published(registry, 'bob:secret', undefined, { visibility: 'private' })).hash;
  await install(registry, 'dora', 'anna:pdf');
  await published(registry, 'anna:pdf', { 'SKILL.md': skillMd('pdf', 'Not approved yet.') });
  const kit = await addKit(registry, 'bob', 'tools', ['anna:pdf', 'bob:sums', 'bob:secret']);
  await addKit(registry, 'bob', 'others', ['dora:notes']);
  await answerOf('subscribeToKit', await registry.send('PUT', '/kits/bob/tools/subscription', 'dora'));
  return { registry, hashes, kit };
}

describe.each(engineNames)('getSyncManifest on %s', (name) => {
  let { registry, hashes, kit } = {} as Awaited<ReturnType<typeof scene>>;
  beforeAll(async () => {
    ({ registry, hashes, kit } = await scene(name));
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const as = (token: string, more = {}) =>
    registry.get('/sync/manifest', { authorization: `Bearer ${token}`, ...more });
  const skillsOf = async (token: string) => (await answerOf('getSyncManifest', await as(token))).skills;

  it('lists approved versions, own skills and subscribed kits, each skill once', async () => {
    for (const tokenClass of ['session', 'device'] as const) {
      expect(await skillsOf(await registry.tokenFor('dora', tokenClass))).toEqual([
        { skill_id: 'anna:pdf', hash: hashes['anna:pdf'], version_label: 'v1', source: 'library' },
        { skill_id: 'bob:sums', hash: hashes['bob:sums'], version_label: 'v1', source: 'kit:bob/tools' },
        { skill_id: 'dora:notes', hash: hashes['dora:notes'], version_label: 'v1', source: 'own' },
      ]);
    }
  });

  it('of a kit key is its kit alone, with what its owner may see', async () => {
    const newest = (await answerOf('listSkills', await registry.get('/skills?q=pdf'))).skills[0];
    expect(await skillsOf(await registry.tokenFor('bob', 'kit', kit))).toEqual([
      { skill_id: 'anna:pdf', hash: newest?.latest_hash, version_label: 'v2', source: 'kit:bob/tools' },
      { skill_id: 'bob:secret', hash: hashes['bob:secret'], version_label: 'v1', source: 'kit:bob/tools' },
      { skill_id: 'bob:sums', hash: hashes['bob:sums'], version_label: 'v1', source: 'kit:bob/tools' },
    ]);
  });

  it('of who has nothing is empty', async () => {
    expect(await skillsOf(await registry.tokenFor('empty', 'device'))).toEqual([]);
  });

  it('needs a token, and one that may sync', async () => {
    expect(await refused(await registry.get('/sync/manifest'))).toBe('401 unauthorized');
    const mcp = await registry.tokenFor('maria', 'mcp');
    expect(await refused(await as(mcp))).toBe('401 token_revoked');
    await registry.engine.write((db) =>
      db.updateTable('profiles').set({ mcp_enabled: 1 }).where('handle', '=', 'maria').execute(),
    );
    expect(await refused(await as(mcp))).toBe('403 insufficient_scope');
    const device = await registry.tokenFor('maria', 'device');
    await registry.engine.write((db) =>
      db
        .updateTable('tokens')
        .set({ revoked_at: 1 })
        .where('class', '=', 'device')
        .where('profile_id', 'in', (q) => q.selectFrom('profiles').select('id').where('handle', '=', 'maria'))
        .execute(),
    );
    expect(await refused(await as(device))).toBe('401 token_revoked');
  });

  it('carries a strong ETag that answers 304 until something changes', async () => {
    await using own = await openRegistry(name);
    await published(own, 'dora:notes');
    const authorization = `Bearer ${await own.tokenFor('dora', 'device')}`;
    const first = await own.get('/sync/manifest', { authorization });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = await own.get('/sync/manifest', { authorization, 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    await published(own, 'dora:notes', { 'SKILL.md': skillMd('notes', 'Newer.') });
    expect((await own.get('/sync/manifest', { authorization, 'if-none-match': etag })).status).toBe(200);
  });

  it('never hands out a version that was withdrawn, quarantined or made private since it was approved', async () => {
    await using own = await openRegistry(name);
    const approved: string[] = [];
    for (const slug of ['withdrawn', 'poisoned', 'secret', 'fine']) {
      approved.push((await published(own, `anna:${slug}`)).hash);
      await install(own, 'dora', `anna:${slug}`);
      await published(own, `anna:${slug}`, { 'SKILL.md': skillMd(slug, 'Newer.') });
    }
    await own.send('DELETE', `/skills/anna/withdrawn/versions/${approved[0]}`, 'anna');
    await quarantine(own, 'anna:poisoned', approved[1] ?? '');
    await own.send('PATCH', '/skills/anna/secret', 'anna', { visibility: 'private' });
    const response = await own.get('/sync/manifest', await own.as('dora'));
    const { skills } = await answerOf('getSyncManifest', response);
    expect(skills).toEqual([{ skill_id: 'anna:fine', hash: approved[3], version_label: 'v1', source: 'library' }]);
  });
});
