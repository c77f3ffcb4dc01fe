import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { fold, indexedText, tokensOf } from '../../../origin/store/search/text.ts';
import { engineNames, openEngine } from '../../engines.ts';
import { addProfile, containing, TakenBack, withTokens } from '../profiles.ts';

const names = [
  'pdf-extract',
  'PDF to text',
  'Ünïcödé ÉCOLE',
  'say "hello" AND goodbye',
  '100% under_score a:b',
  "it's (quoted)* -not",
  '日本語のテスト',
  'ab',
  'xᦺy 𰀁𰀂', // a letter that the tables of some tokenizers don't know as one
];

describe.each(engineNames)('matching text on the %s engine', (name) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine(name);
    await engine.write(async (db) => {
      for (const text of names) await addProfile(db, text, `About ${text.length}`);
    });
  });
  afterAll(() => engine.close());

  it.each([
    ['pdf', ['pdf-extract', 'PDF to text']],
    ['PDF', ['pdf-extract', 'PDF to text']],
    ['pdf-extract', ['pdf-extract']],
    ['ünïcödé école', ['Ünïcödé ÉCOLE']],
    ['É', ['Ünïcödé ÉCOLE']],
    ['é É', ['Ünïcödé ÉCOLE']],
    ['ab', [...names]],
    ['%', ['100% under_score a:b']],
    ['_', ['100% under_score a:b']],
    ['r_s', ['100% under_score a:b']],
    ['r%s', []],
    ['a:b', ['100% under_score a:b']],
    ['"', ['say "hello" AND goodbye']],
    ['"hello"', ['say "hello" AND goodbye']],
    ['AND', ['say "hello" AND goodbye']],
    ['pdf AND text', []],
    ["'", ["it's (quoted)* -not"]],
    ["t's", ["it's (quoted)* -not"]],
    ['*', ["it's (quoted)* -not"]],
    ['d)* -', ["it's (quoted)* -not"]],
    ['語', ['日本語のテスト']],
    ['本語', ['日本語のテスト']],
    ['本語の', ['日本語のテスト']],
    ['p\0df', ['pdf-extract', 'PDF to text']],
    ['missing', []],
  ])('contains %j', async (query, expected) => {
    expect(await containing(engine, engine.db, query)).toEqual(expected);
  });

  it.each([
    ['ext', ['pdf-extract']],
    ['pdf ext', ['pdf-extract']],
    ['ext pdf', ['pdf-extract']],
    ['pd', ['pdf-extract', 'PDF to text']],
    ['xtract', []],
    ['unicode', ['Ünïcödé ÉCOLE']],
    ['say goodbye', ['say "hello" AND goodbye']],
    ['"hello', ['say "hello" AND goodbye']],
    ['and', ['say "hello" AND goodbye']],
    ['AND OR', []],
    ['NOT', ["it's (quoted)* -not"]],
    ['it s', ["it's (quoted)* -not"]],
    ['日本', ['日本語のテスト']],
    ['xᦺ', ['xᦺy 𰀁𰀂']],
    ['y', []],
    ['𰀁', ['xᦺy 𰀁𰀂']],
    ['𰀂', []],
    ['ab 𰀂', []],
    ['about', names],
    ['about pdf', ['pdf-extract', 'PDF to text']],
  ])('has tokens that start with %j', async (query, expected) => {
    expect(await withTokens(engine, engine.db, query)).toEqual(expected);
  });

  it('follows a text that changes and one that goes', async () => {
    await engine
      .write(async (db) => {
        const id = await addProfile(db, 'caterpillar');
        await db
          .updateTable('profiles')
          .set(indexedText(['butterfly'], ''))
          .where('id', '=', id)
          .execute();
        expect(await containing(engine, db, 'caterp')).toEqual([]);
        expect(await withTokens(engine, db, 'cater')).toEqual([]);
        expect(await containing(engine, db, 'terfly')).toEqual(['caterpillar']);
        expect(await withTokens(engine, db, 'butter')).toEqual(['caterpillar']);
        await db.deleteFrom('profiles').where('id', '=', id).execute();
        expect(await withTokens(engine, db, 'butter')).toEqual([]);
        throw new TakenBack();
      })
      .catch(unlessTakenBack);
  });

  it('answers for any text as its definition says, and so as every other engine', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 6 }),
        fc.array(text, { maxLength: 4 }),
        (texts, more) =>
          engine
            .write(async (db) => {
              await db.deleteFrom('profiles').execute();
              for (const one of texts) await addProfile(db, one);
              for (const query of [...more, ...texts.flatMap(pieces)]) await holds(engine, db, texts, query);
              throw new TakenBack();
            })
            .catch(unlessTakenBack),
      ),
      { numRuns: 40 },
    );
  });
});

/** Words of a small alphabet, so that they meet each other, and any characters at all. */
const query = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abAB éÉßσς-_%"\'*():&|! 本語'), maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);

/** No engine keeps NUL, so what is stored has none. */
const text = query.map((any) => any.replaceAll('\0', ''));

/** Parts of a text as somebody may type them. */
function pieces(whole: string): string[] {
  const characters = [...whole];
  return [characters.slice(0, 2), characters.slice(1, 4), characters.slice(2)].map((part) =>
    part.join('').toUpperCase(),
  );
}

async function holds(engine: Engine, db: Db, texts: string[], query: string): Promise<void> {
  if (fold(query) !== '') {
    const expected = texts.filter((one) => indexedText([one], '').folded.includes(fold(query)));
    expect(await containing(engine, db, query), `contains ${JSON.stringify(query)}`).toEqual(expected);
  }
  const tokens = tokensOf(query);
  if (tokens.length > 0) {
    const starts = (one: string, token: string) => tokensOf(one).some((word) => word.startsWith(token));
    const expected = texts.filter((one) => tokens.every((token) => starts(one, token)));
    expect(await withTokens(engine, db, query), `has tokens of ${JSON.stringify(query)}`).toEqual(expected);
  }
}

function unlessTakenBack(error: unknown): void {
  if (!(error instanceof TakenBack)) throw error;
}
