import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../../../origin/bundle/archive/archive.ts';
import { bytesOf, published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, suspend } from '../../scene.ts';
import { quarantine } from '../../store/rows.ts';

interface Index {
  $schema: string;
  skills: { name: string; type: string; description: string; url: string; digest: string }[];
}

const well = '.well-known/agent-skills/index.json';
const hex = (hash: string) => hash.replace('sha256:', '');

describe.each(engineNames)('discovery indexes on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let sums: { first: string; second: string };
  let notes: string;

  const get = (path: string) => registry.app.request(path);
  const index = async (scope: string): Promise<Index> => {
    const response = await get(`${scope}/${well}`);
    expect(response.status, scope).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    return response.json();
  };
  const names = async (scope: string) => (await index(scope)).skills.map((skill) => skill.name);
  const deprecate = (skill: string, deprecated = true) => {
    const [author = '', slug = ''] = skill.split(':');
    return registry.send('PATCH', `/skills/${author}/${slug}`, author, { deprecated });
  };

  beforeAll(async () => {
    registry = await openRegistry(name);
    const add = async (skill: string, files?: Record<string, string>, options = {}) =>
      (await published(registry, skill, files, options)).hash;
    const bundle = (text: string) => ({
      'SKILL.md': skillMd('sums', `Adds, ${text}.`),
      'scripts/add.sh': `echo ${text}`,
    });
    sums = { first: await add('ada:sums', bundle('one')), second: await add('ada:sums', bundle('two')) };
    notes = await add('ada:notes', { 'SKILL.md': `\ufeff${skillMd('notes', 'Keeps notes.')}` });
    await add('ada:old');
    await deprecate('ada:old');
    await add('ada:secret');
    const poisoned = await add('ada:poisoned');
    await add('registry:find');
    await add('registry:gone');
    await deprecate('registry:gone');
    await add('grace:sums');
    await addKit(registry, 'grace', 'tools', [
      `ada:sums@${sums.first}`,
      'ada:notes',
      'grace:sums',
      'ada:old',
      'ada:secret',
      'ada:poisoned',
    ]);
    await registry.send('PATCH', '/skills/ada/secret', 'ada', { visibility: 'private' });
    await quarantine(registry, 'ada:poisoned', poisoned);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it('name a skill of one file by its SKILL.md, and one of several by its archive', async () => {
    const { $schema, skills } = await index('/ada');
    expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    expect(skills).toEqual([
      {
        name: 'notes',
        type: 'skill-md',
        description: 'Keeps notes.',
        url: `/ada/notes/v/${hex(notes)}.md`,
        digest: expect.stringMatching(/^sha256:[a-f0-9]{64}$/),
      },
      {
        name: 'sums',
        type: 'archive',
        description: 'Adds, two.',
        url: `/ada/sums/v/${hex(sums.second)}.tar.gz`,
        digest: expect.stringMatching(/^sha256:[a-f0-9]{64}$/),
      },
    ]);
  });

  it('hold only what a client takes: the digest of the bytes served, of a fitting type', async () => {
    const scopes = ['', '/ada', '/ada/sums', '/ada/old', '/grace/kit/tools', `/ada/sums/v/${hex(sums.first)}`];
    const skills = (await Promise.all(scopes.map(index))).flatMap((found) => found.skills);
    expect(skills.length).toBe(9);
    for (const skill of skills) {
      expect(skill.name).toMatch(/^(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)$/);
      const artifact = await get(new URL(skill.url, 'http://any.test/').pathname);
      const bytes = await bytesOf(artifact);
      expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`, skill.url).toBe(skill.digest);
      const isArchive = skill.type === 'archive';
      expect(artifact.headers.get('content-type')).toBe(
        isArchive ? 'application/gzip' : 'text/markdown; charset=utf-8',
      );
      if (isArchive) expect((await readArchive(bytes, 'tar.gz')).map(({ path }) => path)).toContain('SKILL.md');
    }
  });

  it('of the site has the operator’s skills alone', async () => {
    expect(await names('')).toEqual(['find']);
    expect(await names('/registry')).toEqual(['find']);
  });

  it('of a kit have its members as pinned or newest, each under a name of its own', async () => {
    const { skills } = await index('/grace/kit/tools');
    expect(
      skills.map((skill) => [skill.name, skill.url.split('/').find((part) => /^[a-f0-9]{64}/.test(part))]),
    ).toEqual([
      ['sums', `${hex(sums.first)}.tar.gz`],
      ['notes', `${hex(notes)}.md`],
      ['grace-sums', expect.anything()],
    ]);
  });

  it('of a version stay as they are', async () => {
    const [first] = (await index(`/ada/sums/v/${hex(sums.first)}`)).skills;
    expect(first).toMatchObject({ name: 'sums', description: 'Adds, one.' });
    const response = await get(`/ada/sums/v/${hex(sums.first)}/${well}`);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await (await get(`/ada/sums/v/${hex(sums.first)}.md`)).text()).toBe(skillMd('sums', 'Adds, one.'));
  });

  it('keep a deprecated skill only where installed copies ask', async () => {
    expect(await names('/ada/old')).toEqual(['old']);
    for (const scope of ['/ada', '/grace/kit/tools']) expect(await names(scope)).not.toContain('old');
  });

  it('show nothing of what is private, quarantined or not there', async () => {
    for (const [scope, refusal] of [
      ['/ada/secret', '404 skill_not_found'],
      ['/ada/missing', '404 skill_not_found'],
      ['/ada/poisoned', '404 version_quarantined'],
      ['/nobody', '404 profile_not_found'],
      ['/grace/kit/none', '404 kit_not_found'],
      [`/ada/sums/v/${'0'.repeat(64)}`, '404 version_not_found'],
      [`/ada/secret/v/${hex(notes)}`, '404 skill_not_found'],
    ] as const) {
      expect(await refused(await get(`${scope}/${well}`)), scope).toBe(refusal);
    }
  });

  it('follow a skill that goes private, is quarantined or withdrawn', async () => {
    const first = await published(registry, 'eve:tool', { 'SKILL.md': skillMd('tool', 'First.') });
    const second = await published(registry, 'eve:tool', { 'SKILL.md': skillMd('tool', 'Second.') });
    await addKit(registry, 'eve', 'mine', ['eve:tool', 'ada:notes']);
    const described = async () => (await index('/eve')).skills.map((skill) => skill.description);
    expect(await described()).toEqual(['Second.']);
    await quarantine(registry, 'eve:tool', second.hash);
    expect(await described()).toEqual(['First.']);
    expect(await refused(await get(`/eve/tool/v/${hex(second.hash)}/${well}`))).toBe('404 version_quarantined');
    await registry.send('PATCH', '/skills/eve/tool', 'eve', { visibility: 'private' });
    expect(await described()).toEqual([]);
    expect(await names('/eve/kit/mine')).toEqual(['notes']);
    expect(await refused(await get(`/eve/tool/v/${hex(first.hash)}/${well}`))).toBe('404 skill_not_found');
    await registry.send('PATCH', '/skills/eve/tool', 'eve', { visibility: 'public' });
    await registry.send('DELETE', `/skills/eve/tool/versions/${first.hash}`, 'eve');
    expect(await described()).toEqual([]);
    expect(await refused(await get(`/eve/tool/v/${hex(first.hash)}.md`))).toBe('404 version_not_found');
  });

  it('lose an account that is suspended', async () => {
    await published(registry, 'mallory:bad');
    await addKit(registry, 'dan', 'mixed', ['mallory:bad', 'ada:notes']);
    expect((await names('/dan/kit/mixed')).sort()).toEqual(['bad', 'notes']);
    await suspend(registry, 'mallory', true);
    expect(await names('/dan/kit/mixed')).toEqual(['notes']);
    expect(await refused(await get(`/mallory/${well}`))).toBe('404 profile_not_found');
  });

  it('give two skills of a kit two names, whatever they are called', async () => {
    const long = `${'l'.repeat(38)}x`;
    const slug = 's'.repeat(63);
    for (const skill of ['pia:same', 'quin:rob-same', 'rob:same', `pia:${slug}`, `${long}:${slug}`]) {
      await published(registry, skill);
    }
    await addKit(registry, 'pia', 'all', ['pia:same', 'quin:rob-same', 'rob:same', `pia:${slug}`, `${long}:${slug}`]);
    const all = ['same', 'rob-same', 'same-2', slug, `${long}-${'s'.repeat(24)}`];
    expect((await names('/pia/kit/all')).sort()).toEqual(all.sort());
    await deprecate('pia:same');
    expect((await names('/pia/kit/all')).sort()).toEqual(all.filter((other) => other !== 'same').sort());
  });

  it('cut a description that clients would count as too long', async () => {
    await published(registry, 'zoe:pictures', { 'SKILL.md': skillMd('pictures', `a${'🙂'.repeat(1023)}`) });
    const [skill] = (await index('/zoe/pictures')).skills;
    expect(skill?.description).toBe(`a${'🙂'.repeat(511)}`);
  });
});

it('a registry without an operator’s publisher has an empty index', async () => {
  await using registry = await openRegistry();
  expect(await (await registry.app.request(`/${well}`)).json()).toEqual({
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [],
  });
});
