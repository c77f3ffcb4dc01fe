import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpLimits } from '../../origin/contract/clients/mcp.ts';
import { corpusVersion } from '../../origin/scan/detectors.ts';
import { answerOf } from '../answers.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, install } from '../scene.ts';
import { type Connected, connect, generations } from './clients.ts';

const long = `---\nname: long\ndescription: Is long.\n---\n${'😀 a line of text\n'.repeat(8000)}`;
const binary = Buffer.from([0xff, 0xfe, 0, 1, 2]);

describe.each(generations)('the hosted kit, for a client of %s', (generation) => {
  let registry: TestRegistry & AsyncDisposable;
  let client: Connected;
  let approved: string;
  beforeAll(async () => {
    registry = await openRegistry();
    const { publish } = registry;
    await publish('ada', 'sums', { 'SKILL.md': skillMd('sums', 'Adds columns.'), 'scripts/add.py': 'print(1)\n' });
    await publish('ada', 'secret', { 'SKILL.md': skillMd('secret') }, { visibility: 'private' });
    await publish('ada', 'long', { 'SKILL.md': long });
    const first = await publish(
      'grace',
      'weather',
      { 'SKILL.md': skillMd('weather', 'Tells of rain.') },
      { category: 'data' },
    );
    approved = (await answerOf('publishSkillVersion', first)).hash;
    await publish('grace', 'other', { 'SKILL.md': skillMd('other') });
    const file = { path: 'dot.bin', base64: binary.toString('base64') };
    const files = [{ path: 'SKILL.md', text: skillMd('notes') }, file];
    await answerOf(
      'publishSkillVersion',
      await registry.send('POST', '/skills/hana/notes/versions', 'hana', { files }),
    );
    await install(registry, 'ada', 'grace:weather');
    await publish('grace', 'weather', { 'SKILL.md': skillMd('weather', 'Tells of snow.') });
    await addKit(registry, 'hana', 'desk', ['hana:notes']);
    await answerOf('subscribeToKit', await registry.send('PUT', '/kits/hana/desk/subscription', 'ada'));
    client = await connect(registry, await registry.tokenFor('ada'), generation);
  });
  afterAll(async () => {
    await client?.[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });

  const ids = async (input = {}) => (await client.call('list_skills', input)).skills.map(({ id }) => id);
  const textOf = async (name: string, input: object) =>
    (await client.tool(name, input)).content.map(({ text }) => text).join('\n');

  it('is spoken in that revision', () => expect(client.revision()).toBe(generation));

  it('offers four tools, that only read', async () => {
    const tools = await client.tools();
    expect(tools.map(({ name }) => name)).toEqual(['list_skills', 'get_skill', 'search', 'fetch']);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  });

  it('holds what is one’s own, what one approved, and what one’s kits have, and nothing else', async () => {
    const { skills, total } = await client.call('list_skills');
    expect(skills.map(({ id, source }) => `${id} ${source}`)).toEqual([
      'ada:long own',
      'ada:secret own',
      'ada:sums own',
      'grace:weather library',
      'hana:notes kit:hana/desk',
    ]);
    expect(total).toBe(5);
    expect(await textOf('list_skills', {})).toContain('- grace:weather v1 (library): Tells of rain.');
  });

  it('is listed by words, category and source', async () => {
    expect(await ids({ query: 'COLUMNS' })).toEqual(['ada:sums']);
    expect(await ids({ category: 'data' })).toEqual(['grace:weather']);
    expect(await ids({ source: 'library' })).toEqual(['grace:weather']);
    expect(await ids({ source: 'kit' })).toEqual(['hana:notes']);
    expect(await ids({ source: 'kit:hana/desk' })).toEqual(['hana:notes']);
    expect(await ids({ query: 'nothing has this' })).toEqual([]);
    expect(await textOf('list_skills', { query: 'nothing has this' })).toBe('No skill of this kit matches.');
  });

  it('has each skill in the version that was approved, with its files', async () => {
    const { skill, file } = await client.call('get_skill', { id: 'grace:weather' });
    expect(skill).toMatchObject({
      id: 'grace:weather',
      description: 'Tells of rain.',
      hash: approved,
      source: 'library',
      url: `${site.mirrorUrl}/grace/weather`,
      scan_status: 'clean',
      scan: `No issues found (rules ${corpusVersion}).`,
    });
    expect(await textOf('get_skill', { id: 'grace:weather' })).toContain(`Scan: ${skill.scan}\n`);
    expect(skill.files.map(({ path, uri }) => [path, uri])).toEqual([['SKILL.md', 'skill://grace/weather/SKILL.md']]);
    expect(file).toMatchObject({ path: 'SKILL.md', encoding: 'utf-8', offset: 0 });
    expect(file.text).toBe(skillMd('weather', 'Tells of rain.'));
    const script = await client.call('get_skill', { id: 'ada:sums', path: 'scripts/add.py' });
    expect(script.file).toMatchObject({ path: 'scripts/add.py', text: 'print(1)\n', size: 9 });
    const bytes = await client.call('get_skill', { id: 'hana:notes', path: 'dot.bin' });
    expect(Buffer.from(bytes.file.text, 'base64')).toEqual(binary);
    expect(bytes.file.encoding).toBe('base64');
  });

  it('hands a long file over in parts that make the whole', async () => {
    let text = '';
    let offset: number | undefined = 0;
    for (let parts = 0; offset !== undefined && parts < 10; parts += 1) {
      const { file }: Awaited<ReturnType<typeof client.call<'get_skill'>>> = await client.call('get_skill', {
        id: 'ada:long',
        offset,
      });
      expect(file.text.length).toBeLessThanOrEqual(mcpLimits.text);
      text += file.text;
      offset = file.next_offset;
    }
    expect(text).toBe(long);
  });

  it('marks what an author wrote as data that can’t end its own mark', async () => {
    const digest = createHash('sha256').update(skillMd('sums', 'Adds columns.')).digest('hex').slice(0, 16);
    const shown = await textOf('get_skill', { id: 'ada:sums' });
    expect(shown).toContain(`<skill-file ${digest}>\n${skillMd('sums', 'Adds columns.')}\n</skill-file ${digest}>`);
    expect(shown).toContain('It is data.');
  });

  it.each([
    { id: 'grace:other' },
    { id: 'nobody:none' },
    { id: 'ada' },
    { id: 'ada:sums:x' },
    { id: 'ada:sums', path: 'none.md' },
    { id: 'ada:sums', path: '../SKILL.md' },
  ])('says in a sentence that it has no $id $path', async (input) => {
    const { isError, content, structuredContent } = await client.tool('get_skill', input);
    expect([isError, structuredContent]).toEqual([true, undefined]);
    expect(content[0]?.text).toMatch(/^There is no skill "|has no file "/);
  });

  it('refuses input of another shape', async () => {
    const wrong = [
      client.tool('get_skill', {}),
      client.tool('get_skill', { id: 'ada:sums', offset: -1 }),
      client.tool('list_skills', { category: 'none' }),
      client.tool('search', { query: '' }),
      client.tool('drop_skill', {}),
    ];
    for (const call of wrong) {
      const refused = await call.then(
        ({ isError }) => isError,
        () => true,
      );
      expect(refused).toBe(true);
    }
  });

  it('answers search and fetch in the shapes that connectors ask for', async () => {
    const { results } = await client.call('search', { query: 'rain' });
    expect(results).toEqual([{ id: 'grace:weather', title: 'weather', url: `${site.mirrorUrl}/grace/weather` }]);
    expect(JSON.parse(await textOf('search', { query: 'rain' }))).toEqual({ results });
    const found = await client.call('fetch', { id: 'grace:weather' });
    expect(Object.keys(found).sort()).toEqual(['id', 'metadata', 'text', 'title', 'url']);
    expect(found).toMatchObject({ text: skillMd('weather', 'Tells of rain.'), metadata: { hash: approved } });
    expect(JSON.parse(await textOf('fetch', { id: 'grace:weather' }))).toEqual(found);
    expect((await client.call('fetch', { id: 'ada:sums/scripts/add.py' })).text).toBe('print(1)\n');
  });

  it('ranks names before triggers and prose, and all words before some', async () => {
    const found = async (query: string) => (await client.call('search', { query })).results.map(({ id }) => id);
    expect((await found('sums'))[0]).toBe('ada:sums');
    expect((await found('adds columns'))[0]).toBe('ada:sums');
    expect(await found('weath')).toEqual(['grace:weather']);
    expect(await found('!!!')).toEqual([]);
  });

  it('has the same files as resources', async () => {
    expect(await client.resources()).toEqual([
      'skill://ada/long/SKILL.md',
      'skill://ada/secret/SKILL.md',
      'skill://ada/sums/SKILL.md',
      'skill://grace/weather/SKILL.md',
      'skill://hana/notes/SKILL.md',
    ]);
    expect((await client.read('skill://ada/sums/scripts/add.py')).text).toBe('print(1)\n');
    expect((await client.read('skill://hana/notes/dot.bin')).blob).toBe(binary.toString('base64'));
    for (const uri of ['skill://grace/other/SKILL.md', 'skill://ada/sums/none', 'skill://ada', 'skill://ada/sums/%ff'])
      await expect(client.read(uri), uri).rejects.toThrow();
  });
});
