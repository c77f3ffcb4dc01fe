import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db, Engine, Some } from '../../../origin/store/engine/engine.ts';
import { fold } from '../../../origin/store/search/text.ts';
import { engineNames, openEngine } from '../../engines.ts';
import { plansOf } from '../plans.ts';
import { addProfile, TakenBack } from '../profiles.ts';

/** Private ones, numbered from 1 on. */
async function addSkills(db: Db, texts: readonly string[]): Promise<void> {
  await addProfile(db, 'ada');
  const { id: owner_id } = await db.selectFrom('profiles').select('id').executeTakeFirstOrThrow();
  for (const [index, text] of texts.entries())
    await db
      .insertInto('skills')
      .values({
        ...{ id: index + 1, owner_id, owner_shown: 1, slug: `skill-${index}`, category: 'other' },
        ...{ visibility: 'private', latest_version_id: index + 1, version_count: 1, deprecated: 0 },
        ...{ created_at: index, updated_at: index, name: '', description: '', deprecation_message: '', shard: '' },
        ...{ moderation_status: 'none', install_count: 0, is_mirror: 0, mirror_source_url: '', mirror_license: '' },
        ...{ folded: fold(text), tokens: ' ', names: ' ' },
      })
      .execute();
}

async function idsOf(db: Db, matches: ReturnType<Engine['containing']>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${matches} as found order by id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** As many letters as pieces of words have, and one more or less, stand together often. */
const text = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...'abAß -_%"\'\\*:&.\n本語'), maxLength: 40 }),
    fc.string({ unit: fc.constantFrom('abcdefghijklmnop', 'abcdefgh', 'q', ' ', '本'), maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  .map((any) => any.replaceAll('\0', ''));

function partsOf(whole: string): string[] {
  const letters = [...whole];
  return [
    [0, 1],
    [0, 2],
    [1, 4],
    [0, 16],
    [1, 17],
    [0, 17],
    [1, 40],
    [0, 40],
  ].map((part) => letters.slice(...part).join(''));
}

it.each(engineNames)('listed skills that hold a text are all that do, and no others, on %s', async (name) => {
  const engine = await openEngine(name);
  const tried = fc.asyncProperty(
    fc.array(text, { minLength: 1, maxLength: 5 }),
    fc.array(text, { maxLength: 3 }),
    (texts, more) =>
      engine
        .write(async (db) => {
          await addSkills(db, texts);
          const queries = new Set([...more, ...texts.flatMap(partsOf)].map(fold).filter(Boolean));
          const holding = (query: string) =>
            texts.flatMap((one, index) => (fold(one).includes(query) ? [index + 1] : [])).toReversed();
          for (const query of queries) {
            expect(await idsOf(db, engine.containing('listed', query)), query).toEqual([]);
            expect(await idsOf(db, engine.containing('skills', query)), query).toEqual(holding(query));
          }
          await db.updateTable('skills').set({ visibility: 'public' }).execute();
          for (const query of queries) {
            for (const source of ['listed', 'skills'] as const)
              expect(await idsOf(db, engine.containing(source, query)), query).toEqual(holding(query));
            const some = async (of: Some['of']) => idsOf(db, engine.containing('listed', query, { count: 2, of }));
            expect(await some('newest'), query).toEqual(holding(query).slice(0, 2));
            const any = await some('any');
            expect(any.length, query).toBe(Math.min(2, holding(query).length));
            expect(holding(query), query).toEqual(expect.arrayContaining(any));
          }
          throw new TakenBack();
        })
        .catch((error) => {
          if (!(error instanceof TakenBack)) throw error;
        }),
  );
  await fc.assert(tried, { numRuns: 25 });
  await engine.close();
});

it.each(['s', 'sk', '本', 'ski'])(
  'listed skills that hold %o are read off an index alone, on SQLite',
  async (query) => {
    const engine = await openEngine('sqlite');
    const plans = await plansOf(engine, (db) =>
      idsOf(db, engine.containing('listed', query, { count: 2, of: 'newest' })),
    );
    expect(plans.join('\n')).toMatch(/skills_(?:bigrams|folded) VIRTUAL TABLE INDEX/);
    expect(plans.join('\n')).not.toMatch(/SCAN skills\b/);
    await engine.close();
  },
);

it('a text that the newest thousand hold and no others is looked for by its index, on PostgreSQL', async () => {
  const engine = await openEngine('postgres');
  await engine.write(async (db) => {
    await addSkills(
      db,
      Array.from({ length: 1600 }, (_, index) => (index < 600 ? 'before' : 'before zq')),
    );
    await db.updateTable('skills').set({ visibility: 'public' }).execute();
  });
  const lookedThrough = async (text: string) => {
    const matches = engine.containing('listed', text, { count: 2000, of: 'any' });
    const { rows } = await sql<
      Record<string, string>
    >`explain (analyze, timing off) select id from ${matches} as found`.execute(engine.db);
    const plan = rows.flatMap((row) => Object.values(row)).join('\n');
    return /Seq Scan on listed_texts .*\(actual/.test(plan);
  };
  expect(await lookedThrough('before')).toBe(true);
  expect(await lookedThrough('zq')).toBe(false);
  await engine.close();
});
