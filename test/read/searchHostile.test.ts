import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { suspend } from '../scene.ts';
import { moderate, quarantine } from '../store/rows.ts';

describe.each(engineNames)('search on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  const add = (skill: string, description: string, body = '') =>
    published(registry, skill, { 'SKILL.md': skillMd(skill.split(':')[1] ?? '', description, body) });
  const search = async (q: string, who = {}) =>
    answerOf('search', await registry.get(`/search?q=${encodeURIComponent(q.toWellFormed())}`, who));
  const slugs = async (q: string, who = {}) => ((await search(q, who)).skills ?? []).map(({ slug }) => slug);

  beforeAll(async () => {
    registry = await openRegistry(name);
    await add('ada:honest-invoices', 'Writes invoices and merges receipts.');
    await add('bob:columns', 'Merges columns of tables.');
    for (let count = 0; count < 6; count += 1) await add(`mallory:flood-${count}`, 'Mergxs everything. Wallpapr.');
    await add('mallory:stuffed', 'Sells shoes.', 'invoices receipts tables columns merges '.repeat(2000));
    const secret = { 'SKILL.md': skillMd('zyxwalnut', 'A quibblefrotz of private words. Recepts.') };
    await registry.publish('ada', 'zyxwalnut', secret, { visibility: 'private' });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it('answers any text, and takes it for nothing but words', async () => {
    const hostile = [
      ...[
        '"',
        '""',
        '"a',
        "'; drop table skills; --",
        'a NEAR b',
        'NEAR(a b, 5)',
        'text:a',
        '^a',
        'a*',
        '{a} : b',
        '+a -',
      ],
      ...[
        'AND',
        'a AND',
        'NOT NOT',
        ')(',
        'a & !b | c',
        '<->',
        ':*',
        '\\',
        '%_%',
        '\0a\0',
        '🎉🎉',
        'مرحبا بالعالم',
        '\u202Eabc',
      ],
      ...[
        'author:',
        'author:"x"',
        'needs::',
        'category:,',
        '-',
        '--',
        '- a',
        '-"a b"',
        'author:a author:b',
        '“a b”',
        '__c_data',
      ],
      ...[
        '[',
        '(?<x>',
        'a{1,99999}',
        '$&',
        'ﬁle',
        'İ',
        'ß',
        'ǅ',
        '\u0301',
        'a\u0301'.repeat(2000),
        '\uD800',
        '码'.repeat(3000),
      ],
      ...['word '.repeat(2000), 'x'.repeat(10_000), '-a '.repeat(3000), '"a" '.repeat(2500), 'needs:a '.repeat(1200)],
    ];
    for (const q of hostile) expect((await search(q)).skills, JSON.stringify(q)).toBeDefined();
    const some = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(some, async (q) => {
        expect((await search(q)).skills).toBeDefined();
      }),
      { numRuns: 60 },
    );
  });

  it('weighs a word no more for being repeated, and what is described above what is in the text', async () => {
    expect(await slugs('invoices')).toEqual(['honest-invoices', 'stuffed']);
    expect((await slugs('merges tables columns'))[0]).toBe('columns');
  });

  it('takes for a slip what several people write, before what one wrote many times', async () => {
    expect((await search('mergas columns')).corrected).toBe('merges columns');
    expect((await search('wallpapir')).corrected).toBe('wallpapr');
  });

  it('tells nobody a word of what is private, and finds it for its author', async () => {
    for (const q of [
      'quibblefrotz',
      'quibblefrtz',
      'quibb',
      'zyxwalnot',
      'zyxwal',
      '"quibblefrotz"',
      'private words',
    ]) {
      const { skills, corrected } = await search(q);
      expect([q, skills, corrected]).toEqual([q, [], undefined]);
    }
    expect((await search('recepts')).corrected).toBe('receipts');
    const ada = await registry.as('ada');
    expect((await search('author:ada recepts', ada)).skills?.[0]?.slug).toBeDefined();
    for (const q of ['quibblefrotz', 'zyxwalnut', '"of private words"', 'author:ada quibblefrotz'])
      expect((await slugs(q, ada))[0], q).toBe('zyxwalnut');
    expect(await slugs('author:ada', ada)).toEqual(expect.arrayContaining(['zyxwalnut', 'honest-invoices']));
    expect(await slugs('quibblefrotz', await registry.as('bob'))).toEqual([]);
  });

  it('counts a word for as long as everyone is shown a skill with it', async () => {
    const counted = async () =>
      (await registry.engine.db.selectFrom('search_words').selectAll().orderBy('word').execute()).map(
        ({ word, total }) => `${word} ${total}`,
      );
    const recounted = async () => {
      const { rows } = await sql<{ vocabulary: string }>`select vocabulary from skills join profiles as owner
        on owner.id = owner_id where visibility = 'public' and skills.moderation_status in ('none', 'warned')
        and owner.moderation_status in ('none', 'warned') and latest_version_id is not null`.execute(
        registry.engine.db,
      );
      const totals = new Map<string, number>();
      for (const { vocabulary } of rows)
        for (const [word] of JSON.parse(vocabulary) as [string, string][])
          totals.set(word, (totals.get(word) ?? 0) + 1);
      return [...totals].map(([word, total]) => `${word} ${total}`).sort();
    };
    const before = await counted();
    const { hash } = await add('carl:passing', 'Gimbals, briefly.');
    const shownAs = async (isShown: boolean, what: string) => {
      expect((await counted()).includes('gimbals 1'), what).toBe(isShown);
      expect((await counted()).sort(), what).toEqual(await recounted());
    };
    await shownAs(true, 'published');
    const patch = (change: object) => registry.send('PATCH', '/skills/carl/passing', 'carl', change);
    await patch({ visibility: 'private' });
    await shownAs(false, 'private');
    await patch({ visibility: 'public' });
    await patch({ deprecated: true, category: 'data' });
    await shownAs(true, 'public again');
    expect(await slugs('category:data')).toEqual(['passing']);
    await suspend(registry, 'carl', true);
    await shownAs(false, 'its author suspended');
    await suspend(registry, 'carl', false);
    await moderate(registry, 'carl:passing', 'hide');
    await shownAs(false, 'hidden');
    const other = await published(registry, 'carl:other', { 'SKILL.md': skillMd('other', 'Gimbals.') });
    await shownAs(true, 'in another');
    await quarantine(registry, 'carl:other', other.hash);
    await shownAs(false, 'quarantined');
    await registry.send('DELETE', `/skills/carl/passing/versions/${hash}`, 'carl');
    expect(await counted()).toEqual(before);
  });
});
