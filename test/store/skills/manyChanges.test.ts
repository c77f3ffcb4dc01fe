import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db, HavingEach } from '../../../origin/store/engine/engine.ts';
import { inTurns } from '../../../origin/store/skills/listing/listedRow.ts';
import { Listing } from '../../../origin/store/skills/listing/listing.ts';
import { openListed } from '../../engines.ts';
import { addProfile } from '../profiles.ts';

const of = (index: number) => ({
  ...{ owner_id: 1, owner_shown: 1 as const, slug: `skill-${index}`, category: 'other' as const },
  ...{ visibility: 'public' as const, latest_version_id: index, version_count: 1, deprecated: 0 as const },
  ...{ install_count: 0, created_at: index, updated_at: index, name: '', description: '', deprecation_message: '' },
  ...{ moderation_status: 'none' as const, shard: '', is_mirror: 0 as const, mirror_source_url: '' },
  ...{ mirror_license: '', folded: '', tokens: ' all ', names: ' ' },
});

const addSkills = async (db: Db, count: number): Promise<void> => {
  await addProfile(db, 'ada');
  const rows = Array.from({ length: count }, (_, index) => of(index + 1));
  for (let from = 0; from < count; from += 100)
    await db
      .insertInto('skills')
      .values(rows.slice(from, from + 100))
      .execute();
};

describe('a listing', () => {
  it('knows what any number of changed skills are found by, whether it follows each or reads again', async () => {
    const engine = await openListed();
    const total = 1200;
    await engine.write((db) => addSkills(db, total));
    const listing = new Listing(engine);
    await listing.upToDate();
    const found = async (term: string) => {
      const slots = (await listing.having(['all', 'new', 'none']))?.get(term);
      return slots && listing.first(slots, total).sort((a, b) => a - b);
    };
    expect([await found('all'), await found('new')].map((ids) => ids?.length)).toEqual([total, 0]);
    // Each differs from the one before by as many skills as are followed, by one more, by few, and by more than are read at once.
    for (const count of [1, 51, 102, 103, total, 0]) {
      await engine.write((db) =>
        sql`update skills set tokens = case when id <= ${count} then ' new ' else ' all ' end`.execute(db),
      );
      await listing.upToDate();
      expect(await found('new')).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      expect((await found('all'))?.length).toBe(total - count);
    }
    await engine.close();
  });
});

it('changes are taken in by turns with whoever else has something to do', async () => {
  const done: (number | string)[] = [];
  setImmediate(() => done.push('another'));
  await inTurns([1, 2, 3], (row) => {
    done.push(row);
    for (const end = performance.now() + 20; performance.now() < end; );
  });
  expect(done).toEqual([1, 'another', 2, 3]);
});

it('terms that nobody has, however many are asked for, push out none that many have', async () => {
  const engine = await openListed();
  await engine.write((db) => addSkills(db, 20));
  const asked: string[] = [];
  const havingEach: HavingEach = (terms) => {
    asked.push(...terms);
    return engine.havingEach(terms);
  };
  const listing = new Listing({ ...engine, havingEach });
  await listing.upToDate();
  await listing.having(['all', 'first']);
  await listing.having(Array.from({ length: 4000 }, (_, index) => `term${index}`));
  asked.length = 0;
  await listing.having(['all', 'first']);
  expect(asked).toEqual(['first']);
  await engine.close();
});

it('frequent words are read as soon as a listing is loaded, and again after all were dropped, before anybody asks for them', async () => {
  const engine = await openListed();
  await engine.write(async (db) => {
    await addSkills(db, 100);
    await sql`update skills set vocabulary = '[["all", "all"]]'`.execute(db);
  });
  const asked: string[] = [];
  const havingEach: HavingEach = (terms) => {
    asked.push(...terms);
    return engine.havingEach(terms);
  };
  const listing = new Listing({ ...engine, havingEach }, 100);
  const loading = listing.refresh();
  expect(await listing.having(['few'])).toBeUndefined();
  await loading;
  await expect.poll(() => asked).toEqual(['all', '_all']);
  await engine.write((db) =>
    sql`update skills set tokens = ' all more ', vocabulary = '[["all", "all"], ["mores", "more"]]' where id <= 100`.execute(
      db,
    ),
  );
  await listing.upToDate();
  await listing.having(['few']);
  await expect
    .poll(() => [...new Set(asked)].sort())
    .toEqual(['_all', '_more', '_mores', 'all', 'few', 'more', 'mores']);
  await engine.close();
});
