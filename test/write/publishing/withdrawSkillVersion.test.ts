import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { everything } from '../../store/rows.ts';

describe.each(engineNames)('withdrawSkillVersion on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const numbered = (number: number) => ({
    'SKILL.md': skillMd('pdf', `Number ${number}.`),
    [`only-${number}.md`]: `only in ${number}`,
  });
  const remove = (path: string, hash: string, handle = 'anna') =>
    registry.send('DELETE', `/skills/${path}/versions/${hash}`, handle);
  const skill = async (path: string) => answerOf('getSkill', await registry.get(`/skills/${path}`));

  it('answers what it withdrew, and no read of the version finds it any more', async () => {
    const first = await published(registry, 'anna:gone', numbered(1));
    const second = await published(registry, 'anna:gone', numbered(2));
    const response = await remove('anna/gone', second.hash.slice(7));
    expect(await answerOf('withdrawSkillVersion', response)).toEqual({
      skill_id: 'anna:gone',
      hash: second.hash,
      withdrawn: true,
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    for (const path of ['files', 'file?path=SKILL.md', 'scan', 'bundle', `diff/${first.hash}`])
      expect(await refused(await registry.get(`/skills/anna/gone/versions/${second.hash}/${path}`)), path).toBe(
        '404 version_not_found',
      );
    expect(await refused(await remove('anna/gone', second.hash))).toBe('404 version_not_found');
  });

  it('of the latest lets the one before be the latest again, in record, search and feed', async () => {
    const first = await published(registry, 'anna:back', { 'SKILL.md': skillMd('back', 'Aardvarks.') });
    const second = await published(registry, 'anna:back', { 'SKILL.md': skillMd('back', 'Bumblebees.') });
    await remove('anna/back', second.hash);
    expect(await skill('anna/back')).toMatchObject({
      latest_hash: first.hash,
      version: 1,
      version_label: 'v1',
      description: 'Aardvarks.',
    });
    const total = async (q: string) => (await answerOf('listSkills', await registry.get(`/skills?q=${q}`))).total;
    expect([await total('aardvarks'), await total('bumblebees')]).toEqual([1, 0]);
    const { items } = await answerOf('listActivity', await registry.get('/discover/feed?limit=100'));
    const hashes = items.filter((item) => item.target === 'anna:back').map((item) => item.hash);
    expect(hashes).toEqual([first.hash]);
  });

  it('of an older one leaves the latest', async () => {
    const first = await published(registry, 'anna:kept', numbered(1));
    const second = await published(registry, 'anna:kept', numbered(2));
    await remove('anna/kept', first.hash);
    const { latest_hash, versions } = await skill('anna/kept');
    expect([latest_hash, versions.map((version) => version.version)]).toEqual([second.hash, [2]]);
  });

  it('never gives its number or its label out again, and lets its content be published again', async () => {
    const first = await published(registry, 'anna:again', numbered(1), { version_label: '1.0' });
    const second = await published(registry, 'anna:again', numbered(2));
    for (const { hash } of [first, second]) await remove('anna/again', hash);
    for (const label of ['1.0', 'v2'])
      expect(await refused(await registry.publish('anna', 'again', numbered(1), { version_label: label }))).toBe(
        '409 version_label_taken',
      );
    const response = await registry.publish('anna', 'again', numbered(1));
    expect(response.status).toBe(201);
    expect(await answerOf('publishSkillVersion', response)).toMatchObject({
      hash: first.hash,
      version: 3,
      version_label: 'v3',
    });
    expect((await skill('anna/again')).versions.map((version) => version.version)).toEqual([3]);
    const path = `/skills/anna/again/versions/${first.hash}/file?path=only-1.md`;
    expect((await answerOf('getSkillVersionFile', await registry.get(path))).text).toBe('only in 1');
  });

  it('takes content out of the store, but for what another version shares', async () => {
    const stored = async () => {
      const rows = await registry.engine.db.selectFrom('blobs').select('bytes').execute();
      return rows.map((row) => Buffer.from(row.bytes).toString());
    };
    const shared = { 'shared.md': 'shared by both skills' };
    const { hash } = await published(registry, 'anna:dropped', {
      'SKILL.md': skillMd('dropped'),
      ...shared,
      'own.md': 'its own alone',
    });
    await published(registry, 'bob:sharing', { 'SKILL.md': skillMd('sharing'), ...shared });
    expect(await stored()).toEqual(expect.arrayContaining(['its own alone', 'shared by both skills']));
    await remove('anna/dropped', hash);
    const left = await stored();
    expect([left.includes('its own alone'), left.includes('shared by both skills')]).toEqual([false, true]);
    expect(left.some((text) => text.includes('name: dropped'))).toBe(false);
    const manifest = await answerOf('getSkillManifest', await registry.get('/skills/bob/sharing/manifest'));
    expect((await registry.get(`/skills/bob/sharing/versions/${manifest.hash}/bundle`)).status).toBe(200);
  });

  it('of the last version makes the skill vanish, and a publish brings it back as it was', async () => {
    const { hash } = await published(registry, 'vera:last', numbered(1), { category: 'data' });
    await remove('vera/last', hash, 'vera');
    expect(await refused(await registry.get('/skills/vera/last'))).toBe('404 skill_not_found');
    expect(await refused(await registry.get('/skills/vera/last', await registry.as('vera')))).toBe(
      '404 skill_not_found',
    );
    expect(await refused(await registry.get(`/skills/vera/last/versions/${hash}/scan`))).toBe('404 skill_not_found');
    const { people } = await answerOf('listPeople', await registry.get('/discover/people?q=vera'));
    const { items } = await answerOf('listActivity', await registry.get('/discover/feed?limit=100'));
    const profile = await answerOf('getProfile', await registry.get('/profiles/vera'));
    expect([people, items.filter((item) => item.target === 'vera:last'), profile.skills]).toEqual([[], [], []]);
    expect(await published(registry, 'vera:last', numbered(2))).toMatchObject({ version: 2 });
    expect(await skill('vera/last')).toMatchObject({ version: 2, category: 'data' });
  });

  it('is for its publisher alone: others are refused, or told nothing is there where they see nothing', async () => {
    const open = await published(registry, 'anna:open', numbered(1));
    const secret = await published(registry, 'anna:secret', numbered(1), { visibility: 'private' });
    await registry.as('eve');
    const before = await everything(registry.engine);
    expect(await refused(await remove('anna/open', open.hash, 'eve'))).toBe('403 forbidden');
    expect(await refused(await remove('anna/secret', secret.hash, 'eve'))).toBe('404 skill_not_found');
    expect(await refused(await remove('anna/missing', secret.hash, 'eve'))).toBe('404 skill_not_found');
    expect(await refused(await remove('anna/open', '0'.repeat(64)))).toBe('404 version_not_found');
    expect(await refused(await remove('anna/open', 'latest'))).toBe('400 invalid_parameter');
    const device = { authorization: `Bearer ${await registry.tokenFor('anna', 'device')}` };
    const path = `/api/v1/skills/anna/open/versions/${open.hash}`;
    expect(await refused(await registry.app.request(path, { method: 'DELETE', headers: device }))).toBe(
      '403 insufficient_scope',
    );
    expect(await refused(await registry.app.request(path, { method: 'DELETE' }))).toBe('401 unauthorized');
    expect(await everything(registry.engine)).toEqual(before);
  });
});
