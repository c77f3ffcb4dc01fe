import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { install, suspend } from '../scene.ts';
import { quarantine } from '../store/rows.ts';

describe.each(engineNames)('listSkills on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  const start = 1_790_000_000;

  beforeAll(async () => {
    registry = await openRegistry(name);
    const add = (skill: string, description: string, category?: string) =>
      published(registry, skill, { 'SKILL.md': skillMd(skill.split(':')[1] ?? '', description) }, { category });
    await add('anna:pdf-extract', 'Reads PDF files.', 'documents');
    registry.clock.now += 10;
    await add('bob:charts', 'Draws Diagramme für Zürich. 100% pure_data', 'data');
    await add('anna:budget', 'Keeps accounts.', 'finance');
    registry.clock.now += 10;
    await add('bob:words', 'The end of all names.');
    const { hash } = await add('anna:poisoned', 'Reads PDF files too.');
    await quarantine(registry, 'anna:poisoned', hash);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const list = async (query = '') => answerOf('listSkills', await registry.get(`/skills${query}`));
  const slugs = async (query = '') => (await list(query)).skills.map((skill) => skill.slug);

  it('answers a page of whole summaries', async () => {
    const page = await list('?limit=1&q=charts');
    expect(page).toEqual({
      skills: [
        {
          author: 'bob',
          slug: 'charts',
          skill_id: 'bob:charts',
          description: 'Draws Diagramme für Zürich. 100% pure_data',
          visibility: 'public',
          latest_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          version: 1,
          version_label: 'v1',
          install_count: 0,
          downloads_7d: 0,
          star_count: 0,
          created_at: start + 10,
          category: 'data',
          signatureStatus: 'unsigned',
          scanStatus: 'clean',
          moderationStatus: 'none',
          deprecated: false,
          used_by: [],
          used_by_count: 0,
        },
      ],
      total: 1,
      limit: 1,
      offset: 0,
    });
  });

  it('begins with the newest, unless sorted by name', async () => {
    expect(await slugs()).toEqual(['words', 'budget', 'charts', 'pdf-extract']);
    expect(await slugs('?sort=new')).toEqual(await slugs());
    expect(await slugs('?sort=alpha')).toEqual(['budget', 'charts', 'pdf-extract', 'words']);
    expect(await slugs('?sort=alpha&limit=2&offset=1')).toEqual(['charts', 'pdf-extract']);
  });

  it('counts every match, whatever part the page shows', async () => {
    expect(await list('?limit=2&offset=3')).toMatchObject({ total: 4, limit: 2, offset: 3 });
    expect(await slugs('?limit=2&offset=3')).toEqual(['pdf-extract']);
    expect(await slugs('?offset=4')).toEqual([]);
  });

  it('narrows to categories, dropping those it doesn’t know', async () => {
    expect(await slugs('?category=data')).toEqual(['charts']);
    expect(await slugs('?category=data,finance')).toEqual(['budget', 'charts']);
    expect(await slugs('?category=data,nonsense')).toEqual(['charts']);
    expect(await slugs('?category=other')).toEqual(['words']);
  });

  it('is empty where only unknown categories, or none, are asked for', async () => {
    const empty = { skills: [], total: 0, limit: 50, offset: 0 };
    for (const query of ['nonsense', 'nonsense,Data', '', ',']) expect(await list(`?category=${query}`)).toEqual(empty);
  });

  it.each([
    ['PDF', ['pdf-extract']],
    ['-ext', ['pdf-extract']],
    ['accounts.', ['budget']],
    ['ZÜRICH', ['charts']],
    ['%', ['charts']],
    ['e_d', ['charts']],
    ['s f', []],
    ['"', []],
    ['', ['words', 'budget', 'charts', 'pdf-extract']],
    ['\0', ['words', 'budget', 'charts', 'pdf-extract']],
    ['Z\0', ['charts']],
  ])('finds %j anywhere in name or description', async (q, expected) => {
    expect(await slugs(`?q=${encodeURIComponent(q)}`)).toEqual(expected);
  });

  it('takes a query of any length', async () => {
    for (const q of ['x'.repeat(10_000), 'a b '.repeat(3000), '"'.repeat(5000), '🎉'.repeat(2000)])
      expect(await slugs(`?q=${encodeURIComponent(q)}`)).toEqual([]);
  });

  it('joins its filters', async () => {
    expect(await slugs('?q=a&category=data,other&sort=alpha')).toEqual(['charts', 'words']);
    expect(await slugs('?q=pdf&category=data')).toEqual([]);
  });

  it('knows no other order', async () => {
    for (const sort of ['followers', 'NEW', '']) {
      expect(await refused(await registry.get(`/skills?sort=${sort}`))).toBe('400 invalid_parameter');
    }
  });

  it('keeps its place when a skill gets another version, and shows that version', async () => {
    await using own = await openRegistry(name);
    await published(own, 'anna:first');
    own.clock.now += 10;
    await published(own, 'anna:second');
    own.clock.now += 10;
    const { hash } = await published(own, 'anna:first', { 'SKILL.md': skillMd('first', 'Changed words.') });
    const { skills } = await answerOf('listSkills', await own.get('/skills'));
    expect(skills.map((skill) => skill.slug)).toEqual(['second', 'first']);
    expect(skills[1]).toMatchObject({
      latest_hash: hash,
      version: 2,
      version_label: 'v2',
      description: 'Changed words.',
    });
    const { total } = await answerOf('listSkills', await own.get('/skills?q=what%20first'));
    expect(total).toBe(0);
  });

  it('names the first twenty who use a skill, oldest first, and counts all', async () => {
    await using own = await openRegistry(name);
    await published(own, 'anna:used');
    const handles = [...'zyxwvutsrqpnmkjhgfedcb'].map((letter) => `${letter}-user`);
    for (const handle of handles) {
      own.clock.now += 1;
      await install(own, handle, 'anna:used');
    }
    const { skills } = await answerOf('listSkills', await own.get('/skills'));
    expect(skills[0]).toMatchObject({ install_count: 22, used_by_count: 22, used_by: handles.slice(0, 20) });
  });
});

it.each(engineNames)('shows and counts a skill on %s as long as everyone may see its owner', async (name) => {
  await using registry = await openRegistry(name);
  const listed = async () => {
    const all = ['/skills', '/skills?sort=alpha', '/skills?category=data', '/skills?category=data,other&q=su'];
    const pages = [];
    for (const path of all) pages.push(await answerOf('listSkills', await registry.get(path)));
    return pages.map(({ skills, total }) => `${skills.map((skill) => skill.skill_id)} ${total}`);
  };
  await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums') }, { category: 'data' });
  expect(await listed()).toEqual(Array(4).fill('ada:sums 1'));
  await suspend(registry, 'ada', true);
  expect(await listed()).toEqual(Array(4).fill(' 0'));
  await suspend(registry, 'ada', false);
  expect(await listed()).toEqual(Array(4).fill('ada:sums 1'));
  await registry.send('DELETE', '/handles/ada', 'ada');
  expect(await listed()).toEqual(Array(4).fill(' 0'));
});

it.each(engineNames)('counts on %s what it shows, through every change of a skill', async (name) => {
  await using registry = await openRegistry(name);
  const listed = async (query: string) => {
    const { skills, total } = await answerOf('listSkills', await registry.get(`/skills?${query}`));
    expect(total, query).toBe(skills.length);
    return skills.map(({ slug }) => slug).join();
  };
  const all = async () => [
    await listed('sort=new'),
    await listed('category=data'),
    await listed('category=data,other'),
    await listed('q=sum'),
  ];
  const alter = (change: object) => registry.send('PATCH', '/skills/ada/sums', 'ada', change);
  await published(registry, 'bob:totals', { 'SKILL.md': skillMd('totals', 'Not a sum.') });
  const { hash } = await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums') }, { category: 'data' });
  expect(await all()).toEqual(['sums,totals', 'sums', 'sums,totals', 'sums,totals']);
  await alter({ category: 'other' });
  expect(await all()).toEqual(['sums,totals', '', 'sums,totals', 'sums,totals']);
  await alter({ visibility: 'private', category: 'data' });
  expect(await all()).toEqual(['totals', '', 'totals', 'totals']);
  await alter({ visibility: 'public', deprecated: true });
  expect(await all()).toEqual(['sums,totals', 'sums', 'sums,totals', 'sums,totals']);
  await published(registry, 'ada:sums', { 'SKILL.md': skillMd('sums', 'Adds up.') });
  expect(await all()).toEqual(['sums,totals', 'sums', 'sums,totals', 'sums,totals']);
  const { skills } = await answerOf('listSkills', await registry.get('/skills?category=data'));
  for (const version of [hash, skills[0]?.latest_hash])
    await registry.send('DELETE', `/skills/ada/sums/versions/${version}`, 'ada');
  expect(await all()).toEqual(['totals', '', 'totals', 'totals']);
});
