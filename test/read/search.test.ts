import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCatalog } from '../../scripts/bench/catalog/make.ts';
import { filePool } from '../../scripts/bench/catalog/pool.ts';
import { answerOf, published, refusalOf, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, install } from '../scene.ts';
import { describeKit, describePerson, quarantine, verify } from '../store/rows.ts';

describe.each(engineNames)('search on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;

  beforeAll(async () => {
    registry = await openRegistry(name);
    const add = (skill: string, description = 'Does things.', title = skill.split(':')[1] ?? '') =>
      published(registry, skill, { 'SKILL.md': skillMd(title, description) });
    await add('bob:prose', 'Turns any PDF into words, politely.');
    await add('bob:pdfs-merge');
    await add('bob:merge-pdf');
    await published(registry, 'bob:pdf-tools', {
      'SKILL.md': `${skillMd('pdf-tools')}\n    qpdf --version\n`,
      'run.sh': 'qpdf --check a.pdf\n',
    });
    await add('bob:split', 'Splits.', 'PDF splitter');
    await add('anna:pdf');
    await add('bob:pdf');
    await add('carl:pdf');
    await registry.send('PATCH', '/skills/carl/pdf', 'carl', { deprecated: true });
    const { hash } = await add('anna:pdf-poison');
    await quarantine(registry, 'anna:pdf-poison', hash);
    await registry.publish('anna', 'pdf-private', { 'SKILL.md': skillMd('pdf') }, { visibility: 'private' });
    await verify(registry, 'bob:split');
    for (const handle of ['carl', 'bob']) await install(registry, handle, 'bob:pdf-tools');
    await install(registry, 'carl', 'bob:pdf');

    await published(registry, 'pdf-people:other');
    await describePerson(registry, 'pdf-people', { display_name: 'The Press', bio: 'We print.' });
    await describePerson(registry, 'carl', { bio: 'Knows PDF.' });
    const kit = await addKit(registry, 'anna', 'pdf', ['anna:pdf']);
    await describeKit(registry, kit, { name: 'Paper', description: 'All for PDF files.' });
    await addKit(registry, 'anna', 'pdf-secrets', [], 'private');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const search = async (query: string) => answerOf('search', await registry.get(`/search?${query}`));
  const skills = async (query: string) =>
    ((await search(query)).skills ?? []).map((skill) => `${skill.skill_id} ${skill.score}`);

  it('ranks exact names, words, beginnings and prose; then trust and use; deprecated last; quarantined never', async () => {
    expect(await skills('q=pdf')).toEqual([
      'bob:pdf 4',
      'anna:pdf 4',
      'bob:split 3',
      'bob:pdf-tools 3',
      'bob:merge-pdf 3',
      'bob:pdfs-merge 2',
      'bob:prose 1',
      'carl:pdf 0.4',
    ]);
  });

  it('groups whole records by type, with the query', async () => {
    const found = await search('q=PDF');
    expect(Object.keys(found)).toEqual(['query', 'skills', 'kits', 'people']);
    expect(found.query).toBe('PDF');
    expect(found.skills?.[0]).toMatchObject({ slug: 'pdf', latest_hash: expect.any(String), score: 4 });
    expect(found.kits?.map((kit) => [kit.id, kit.name, kit.skill_count, kit.score])).toEqual([
      ['anna/pdf', 'Paper', 1, 4],
    ]);
    expect(found.people?.map((person) => [person.handle, person.score])).toEqual([
      ['pdf-people', 3],
      ['carl', 1],
    ]);
  });

  it.each([
    ['pdf MERGE', ['bob:merge-pdf 3', 'bob:pdfs-merge 2']],
    ['merge pdf', ['bob:merge-pdf 4', 'bob:pdfs-merge 2']],
    ['merge-pdf', ['bob:merge-pdf 4', 'bob:pdfs-merge 2']],
    ['mergepdf', ['bob:merge-pdf 3', 'bob:pdfs-merge 2']],
    ['mergePdf', ['bob:merge-pdf 3', 'bob:pdfs-merge 2']],
    ['bob/merge-pdf', ['bob:merge-pdf 4']],
    ['  merge-pdf  ', ['bob:merge-pdf 4', 'bob:pdfs-merge 2']],
    ['pdf:tools', ['bob:pdf-tools 4']],
  ])('for %j puts those first whose names say all of it', async (q, first) => {
    expect((await skills(`q=${encodeURIComponent(q)}&types=skills`)).slice(0, first.length)).toEqual(first);
  });

  it.each([
    ['polite', ['bob:prose 1']],
    ['words any', ['bob:prose 1']],
    ['df', []],
    ['pdf -merge -tools', ['bob:pdf 4', 'anna:pdf 4', 'bob:split 3', 'bob:prose 1', 'carl:pdf 0.4']],
    ['"pdf splitter"', ['bob:split 3']],
    ['"splitter pdf"', []],
    ['pdf author:anna', ['anna:pdf 4']],
    ['author:carl', ['carl:pdf 0.1']],
    ['author:nobody', []],
    ['pdf category:data', []],
    ['pdf category:nothing', []],
    ['pdf needs:qpdf', ['bob:pdf-tools 3']],
    ['needs:qpdf', ['bob:pdf-tools 1']],
    ['-pdf', []],
    ['!?* 🎉', []],
    ['\0', []],
    ['%', []],
    ['_', []],
  ])('for %j finds these alone', async (q, expected) => {
    expect(await skills(`q=${encodeURIComponent(q)}&types=skills`)).toEqual(expected);
  });

  it('finds what has some of the words, below what has more of them', async () => {
    const found = await skills('q=pdf+nonsense+words&types=skills');
    expect([found[0]?.split(' ')[0], found.length]).toEqual(['bob:prose', 8]);
  });

  it('gives the skills of an author for their handle, and with a word of theirs first', async () => {
    expect(await skills('q=anna&types=skills')).toEqual(['anna:pdf 1.3']);
    expect((await skills('q=anna+pdf&types=skills'))[0]).toMatch(/^anna:pdf /);
  });

  it('answers a slip as the word that was meant, says so, and leaves alone what stands somewhere or in quotes', async () => {
    const slip = await search('q=pdf+spliter');
    expect([slip.query, slip.corrected, slip.skills?.[0]?.slug]).toEqual(['pdf spliter', 'pdf splitter', 'split']);
    expect((await search('q=Spliter')).corrected).toBe('splitter');
    for (const exact of ['splitter', 'qpdf', '%22spliter%22', 'pdfs', 'carl', 'xyzzyplugh'])
      expect((await search(`q=${exact}`)).corrected, exact).toBeUndefined();
    expect((await search('q=pdf-peopel')).corrected).toBe('pdf-people');
  });

  it('shows only the types asked for', async () => {
    expect(Object.keys(await search('q=pdf&types=people'))).toEqual(['query', 'people']);
    expect(Object.keys(await search('q=pdf&types=kits,skills'))).toEqual(['query', 'skills', 'kits']);
    for (const types of ['', 'files', 'skills,files']) {
      expect(await refused(await registry.get(`/search?q=pdf&types=${types}`))).toBe('400 invalid_parameter');
    }
  });

  it('of an empty query is empty, of none is refused', async () => {
    expect(await search('q=')).toEqual({ query: '', skills: [], kits: [], people: [] });
    const refusal = await refusalOf(await registry.get('/search'));
    expect([refusal.statusCode, refusal.code, refusal['parameter']]).toEqual([400, 'missing_parameter', 'q']);
  });

  it('limits each type to 10, to what is asked, to 1 at least and to 50 at most', async () => {
    await using own = await openRegistry(name);
    for (let count = 0; count < 12; count += 1) await published(own, `anna:word-${count}`);
    const found = async (query: string) => {
      const { skills, people } = await answerOf('search', await own.get(`/search?${query}`));
      return [skills?.length, people?.length];
    };
    expect(await found('q=word')).toEqual([10, 0]);
    expect(await found('q=anna')).toEqual([10, 1]);
    expect(await found('q=word&limit=3')).toEqual([3, 0]);
    expect(await found('q=word&limit=0')).toEqual([1, 0]);
    expect(await found('q=word&limit=5000')).toEqual([12, 0]);
    expect(await refused(await own.get('/search?q=word&limit=ten'))).toBe('400 invalid_parameter');
  });

  it('takes a query of any length', async () => {
    const words = Array.from({ length: 3000 }, (_, index) => `w${index}`).join(' ');
    for (const q of [words, 'pdf '.repeat(3000), 'p'.repeat(10_000), '(('.repeat(5000)]) {
      const response = await registry.get(`/search?q=${encodeURIComponent(q)}`);
      expect((await answerOf('search', response)).query).toBe(q);
    }
    expect(await skills(`q=${'pdf+'.repeat(3000)}&limit=1`)).toEqual(['bob:pdf 4']);
  });

  it('is about people who have published something', async () => {
    await registry.as('pdf-reader');
    const { people = [] } = await search('q=pdf-reader');
    expect(people.map(({ handle }) => handle)).not.toContain('pdf-reader');
  });
});

it.each(engineNames)('search on %s finds the same for everyone, whether few match or many', async (name) => {
  await using registry = await openRegistry(name);
  const plan = { skills: 300, names: [], pool: await filePool('nowhere'), until: 1_790_000_000 };
  await makeCatalog(registry.engine, plan, () => undefined);
  const headers = await registry.as('reader');
  const found = async (path: string, who = {}) => {
    const { skills } = await answerOf('search', await registry.get(path, who));
    return (skills ?? []).map(({ skill_id, score }) => `${skill_id} ${score}`);
  };
  const counts = [];
  for (const q of [
    'review',
    'write',
    'review python',
    'some',
    'wants pull',
    'with git',
    'w',
    'review-tables-rust',
    'contracts-write',
  ]) {
    for (const limit of [3, 50]) {
      const path = `/search?types=skills&limit=${limit}&q=${q}`;
      const everyone = await found(path);
      expect(everyone, path).toEqual(await found(path, headers));
      counts.push(everyone.length);
    }
  }
  expect(counts).toEqual([3, 50, 3, 50, 3, 50, 3, 50, 3, 24, 3, 25, 3, 50, 3, 50, 3, 50]);
});
