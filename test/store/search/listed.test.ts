import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db, HavingEach } from '../../../origin/store/engine/engine.ts';
import { staticRank } from '../../../origin/store/schema/indexing.ts';
import type { SkillRow } from '../../../origin/store/schema/tables.ts';
import { firstOf } from '../../../origin/store/search/firstOf.ts';
import { Listing } from '../../../origin/store/skills/listing/listing.ts';
import { type View, viewOf } from '../../../origin/store/view.ts';
import { openEngine, openListed } from '../../engines.ts';
import { addProfile } from '../profiles.ts';

const vocabulary = ['all', 'half', 'some', 'few'];
const words = fc.subarray(vocabulary).map((some) => ` ${some.join(' ')} `);

const skill = fc.record({
  tokens: words,
  names: words,
  deprecated: fc.constantFrom(0 as const, 1 as const),
  signature_status: fc.constantFrom('verified' as const, 'mirrored' as const, 'unsigned' as const),
  visibility: fc.constantFrom('public' as const, 'public' as const, 'private' as const),
  install_count: fc.nat(9),
  slug: fc.constantFrom('one', 'one-two', 'one-two-three'),
});
const change = fc.record({
  of: fc.nat(11),
  to: fc.oneof(skill, fc.record({ tokens: words }), fc.record({ names: words })),
});

const choice = fc
  .subarray([...vocabulary, ...vocabulary.map((word) => `_${word}`)], { minLength: 1, maxLength: 2 })
  .chain((some) => fc.constantFrom([some.join(' ')], some));
const asking = fc.record({
  words: fc.record({
    each: fc.array(choice, { minLength: 1, maxLength: 3 }),
    none: fc.subarray(vocabulary, { maxLength: 1 }),
  }),
  first: fc.record({ count: fc.integer({ min: 1, max: 4 }), share: fc.constantFrom(0, 1) }),
});

async function addSkills(db: Db): Promise<void> {
  await addProfile(db, 'ada');
  const rows = Array.from({ length: 12 }, (_, index) => ({
    ...{ owner_id: 1, owner_shown: 1 as const, slug: `skill-${index}`, category: 'other' as const },
    ...{ visibility: 'public' as const, latest_version_id: index + 1, version_count: 1, deprecated: 0 as const },
    ...{ install_count: 0, created_at: index, updated_at: index, name: '', description: '', deprecation_message: '' },
    ...{ moderation_status: 'none' as const, shard: '', is_mirror: 0 as const, mirror_source_url: '' },
    ...{ mirror_license: '', folded: '', tokens: ' all ', names: ' all ' },
  }));
  await db.insertInto('skills').values(rows).execute();
}

const changed = ({ slug, ...row }: Partial<SkillRow>, of: number) => ({
  ...row,
  ...(slug !== undefined && { slug: `${slug}${of}` }),
});

describe('the first skills with some words', () => {
  it('are the same off the listing as off the store, after any of them changed, came back and went', async () => {
    const engine = await openListed();
    await engine.write(addSkills);
    const view = viewOf(engine);
    const listing = new Listing(engine);
    await listing.upToDate();
    const idsIn = async (asked: View, each: Parameters<typeof firstOf>[1]) => {
      const { rows } = await sql<{ id: number }>`select id from ${await firstOf(asked, each)} as found
        order by id`.execute(engine.db);
      return rows.map(({ id }) => id);
    };
    const run = async (
      changes: readonly { of: number; to: Partial<SkillRow> }[],
      asked: Parameters<typeof firstOf>[1],
    ) => {
      await engine.write(async (db) => {
        for (const { of, to } of changes)
          await db
            .updateTable('skills')
            .set(changed(to, of))
            .where('id', '=', of + 1)
            .execute();
      });
      await listing.refresh();
      expect(await listing.having(['all'])).toBeDefined();
      expect(await idsIn({ ...view, listing }, asked)).toEqual(await idsIn(view, asked));
      // One by one: what is together could make up for what is missing.
      for (const one of asked) expect(await idsIn({ ...view, listing }, [one])).toEqual(await idsIn(view, [one]));
    };
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), fc.array(asking, { minLength: 1, maxLength: 3 }), run),
      { numRuns: 60 },
    );
    await engine.close();
  });
});

it('what was read before a change is not kept after it', async () => {
  const engine = await openListed();
  await engine.write(addSkills);
  const [wasRead, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = ((terms) => ({
    execute: async (db: Db) => {
      const rows = await engine.havingEach(terms).execute(db);
      wasRead.resolve();
      await mayAnswer.promise;
      return rows;
    },
  })) as HavingEach;
  const listing = new Listing({ ...engine, havingEach: slow });
  await listing.upToDate();
  const early = listing.having(['all']);
  await wasRead.promise;
  await engine.write((db) =>
    db.updateTable('skills').set({ tokens: ' few ', names: ' ' }).where('id', '=', 3).execute(),
  );
  await listing.refresh();
  mayAnswer.resolve();
  expect((await early)?.has('all')).toBe(true);
  const slots = (await listing.having(['all']))?.get('all');
  expect(slots && listing.first(slots, 99)).not.toContain(3);
  await engine.close();
});

it('a place is worked out of a row as the engine does', async () => {
  const engine = await openEngine('sqlite');
  await engine.write(addSkills);
  await fc.assert(
    fc.asyncProperty(skill, async (to) => {
      await engine.write((db) =>
        db
          .updateTable('skills')
          .set({ ...changed(to, 1), visibility: 'public' })
          .where('id', '=', 1)
          .execute(),
      );
      const listing = new Listing(engine);
      await listing.upToDate();
      const { rows } = await sql<{ id: number }>`select id from skills where visibility = 'public'
        order by ${sql.raw(staticRank('skills'))}`.execute(engine.db);
      expect(listing.first(listing.all(), 99)).toEqual(rows.map(({ id }) => id));
    }),
    { numRuns: 50 },
  );
  await engine.close();
});

it('a list is never of half a listing: where it starts over while a text is looked for, there is none', async () => {
  const engine = await openListed();
  await engine.write(addSkills);
  await engine.write((db) => db.updateTable('skills').set({ folded: 'all' }).execute());
  const mayAnswer = Promise.withResolvers<void>();
  const listing = new Listing({
    ...engine,
    db: answering(engine.db, ({ sql: text }) => text.includes('strpos') && mayAnswer.promise),
  });
  await listing.upToDate();
  const page = () => listing.page({ text: 'al l' }, 'alpha', { limit: 1, offset: 0 });
  const early = page();
  await engine.write(async (db) => {
    await db.updateTable('skills').set({ folded: 'al l' }).execute();
    await sql`update noted_listed_changes set number = 0`.execute(db);
  });
  await listing.refresh();
  mayAnswer.resolve();
  expect(await early).toBeUndefined();
  expect(await page()).toEqual({ ids: [1], total: 12 });
  await engine.close();
});

it('many who ask for the same text at once share one lookup, and those after a change have their own', async () => {
  const engine = await openListed();
  await engine.write(addSkills);
  await engine.write((db) => db.updateTable('skills').set({ folded: 'al l' }).where('id', '<', 4).execute());
  let lookups = 0;
  const listing = new Listing({
    ...engine,
    db: answering(engine.db, ({ sql: text }) => {
      if (text.includes('strpos')) lookups += 1;
      return false;
    }),
  });
  await listing.upToDate();
  const totals = async () => {
    const pages = Array.from({ length: 20 }, () => listing.page({ text: 'al l' }, 'new', { limit: 1, offset: 0 }));
    return new Set((await Promise.all(pages)).map((page) => page?.total));
  };
  expect(await totals()).toEqual(new Set([3]));
  expect(lookups).toBe(1);
  const early = totals();
  await engine.write((db) => db.updateTable('skills').set({ folded: 'al l' }).where('id', '=', 9).execute());
  await listing.refresh();
  expect(await totals()).toEqual(new Set([4]));
  await early;
  expect(lookups).toBe(3);
  await engine.close();
});

/** The same database, whose answers to some queries come when their promise is kept. */
function answering(db: Db, when: (query: { sql: string }) => Promise<void> | false): Db {
  const executor = db.getExecutor();
  const executeQuery: typeof executor.executeQuery = async (query, ...rest) => {
    const result = await executor.executeQuery(query, ...rest);
    await when(query);
    return result as never;
  };
  const other = <T extends object>(of: T, own: Partial<T>): T =>
    new Proxy(of, {
      get: (_, key) => {
        const value = Reflect.get(key in own ? own : of, key);
        return typeof value === 'function' ? value.bind(of) : value;
      },
    });
  return other(db, { getExecutor: () => other(executor, { executeQuery }) });
}
