/** A snapshot that was made step by step, beside one that is made at once. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { faultsOf } from '../../../mirror/snapshot/files/content.ts';
import { entriesAfter } from '../../../mirror/snapshot/files/manifest.ts';
import { straysIn } from '../../../mirror/snapshot/files/strays.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { settleActivity } from '../../../origin/store/events/activity.ts';
import type { TestRegistry } from '../../registry.ts';
import { everything } from '../../store/rows.ts';
import { makeTextIndexes, wordsOf } from '../../store/textIndexes.ts';
import { contentsOf, type Mirrored, openMirroredData } from '../mirrored.ts';

/** The snapshot is what one made from nothing is, to the byte, and the manifest says what is on disk. */
export async function expectLikeFull(registry: TestRegistry, followed: Mirrored): Promise<void> {
  await using fresh = await openMirroredData(registry);
  await fresh.snapshot.full();
  expect(await contentsOf(followed)).toEqual(await contentsOf(fresh));
  expect(await faultsIn(followed)).toEqual([]);
  expect(await entriesOf(followed)).toEqual(await entriesOf(fresh));
  expect(await rowsOf(followed.catalog)).toEqual(await rowsOf(fresh.catalog));
  expect(await wordsOf(followed.catalog)).toEqual(await wordsOf(fresh.catalog));
  await expectCounted(registry);
}

/** What the store keeps of the activity, of totals and of words is what a look at everything finds. */
async function expectCounted(registry: TestRegistry): Promise<void> {
  const kept = await everything(registry.engine);
  await registry.engine.write((db) => settleActivity(db, {}));
  expect(await everything(registry.engine)).toEqual(kept);
  const words = await wordsOf(registry.engine);
  await registry.engine.write(makeTextIndexes);
  expect(await wordsOf(registry.engine)).toEqual(words);
  const stats = async (headers = {}) => (await registry.get('/stats', headers)).json();
  const stranger = await registry.as('stranger');
  expect(await stats()).toEqual(await stats(stranger));
}

/** Every row of every table of the catalog, but for the journal's own, and for when a row changed. */
async function rowsOf({ db }: Engine): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
    and name not like 'sqlite_%' and name not like 'snapshot_%' and sql not like '%fts5%' and name not glob '*_folded_*'
    and name not glob '*_tokens_*' and name not glob '*_bigrams_*' and name <> 'listed_changes'`.execute(db);
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    all[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

/** What is not on disk as the manifest has it, in any byte. */
export async function faultsIn({ sink, catalog }: Mirrored): Promise<unknown[]> {
  const faults: unknown[] = (await Array.fromAsync(straysIn(sink, catalog.db))).flat();
  for (const entry of await entriesAfter(catalog.db, '', 1e6)) faults.push(...(await faultsOf(sink, entry)));
  return faults;
}

const entriesOf = ({ catalog }: Mirrored) => entriesAfter(catalog.db, '', 1e6);
