/** The transparency log in the catalog: what a checkpoint was signed over, and no text that was taken out of it since. */
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { parseEntry } from '../../../origin/log/entry.ts';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { together } from '../../../origin/store/engine/together.ts';
import { wentPrivate } from '../../../origin/store/log/append.ts';
import { hiding } from '../../../origin/store/log/logged.ts';
import { entriesFrom, logHeads, newestCheckpoint } from '../../../origin/store/log/read.ts';
import { addHashes } from '../../../origin/store/log/rows.ts';
import type { RowsOf } from './names.ts';
import { publicTables } from './publicColumns.ts';
import { loggedTogether, noteRows } from './revisions.ts';

type Entry = Awaited<ReturnType<typeof entriesFrom>>[number];

/** Entries that are copied at a time. */
const atOnce = 500;

/** Takes in what the store's log has and the catalog lacks; returns which rows that altered. */
export async function projectLog(store: Db, catalog: Db): Promise<RowsOf[]> {
  const [[heads, newest], [known, followed]] = await Promise.all([
    together([logHeads(store), newestCheckpoint(store)]),
    together([logHeads(catalog), newestCheckpoint(catalog)]),
  ]);
  const isOther = known.length > 0 && known.at(-1)?.origin !== heads.at(-1)?.origin;
  if (isOther) await forgetLog(catalog);
  const fresh = heads.filter(({ id }) => isOther || !known.some((one) => one.id === id));
  if (fresh.length > 0) await catalog.insertInto('log_heads').values(fresh).execute();
  const size = newest ? parseCheckpoint(newest).size : 0;
  const had = followed && !isOther ? parseCheckpoint(followed).size : undefined;
  const from = had ?? 0;
  const altered: number[] = [];
  for (let first = from; first < size; first += atOnce)
    altered.push(...(await copy(catalog, first, await entriesFrom(store, first, Math.min(atOnce, size - first)))));
  await copyCheckpoints(store, catalog, had ?? -1);
  // Witnesses cosign the newest one after it was signed.
  const isCosigned = newest !== undefined && from === size && newest !== followed;
  if (isCosigned) await catalog.updateTable('log_checkpoints').set({ note: newest }).where('size', '=', size).execute();
  if (newest !== followed) altered.push(size - 1);
  return [...rowsOfEntries(altered), ...(fresh.length > 0 ? [{ kind: 'heads', id: 0 } as const] : [])];
}

const rowsOfEntries = (numbers: readonly number[]): RowsOf[] =>
  numbers.map((number) => ({ kind: 'log', id: Math.floor(Math.max(0, number) / loggedTogether) }));

/** Of a catalog whose log another one replaced. */
export const forgetLog = (catalog: Db) =>
  together(
    (['log_heads', 'log_checkpoints', 'log_hashes', 'log_entries'] as const).map((table) =>
      catalog.deleteFrom(table).execute(),
    ),
  );

/** Returns the numbers of entries that it wrote. */
async function copy(catalog: Db, first: number, entries: readonly Entry[]): Promise<number[]> {
  const said = entries.flatMap(({ line }) => (line === null ? [] : [parseEntry(line)]));
  const redacted = (isPrivate: boolean) =>
    said
      .filter(({ type, reason }) => type === 'redacted' && (reason === wentPrivate) === isPrivate)
      .map(({ index }) => Number(index));
  const [hidden, others] = [redacted(true), redacted(false)];
  const withdrawn = said.filter(({ type }) => type === 'version.withdrawn').map(({ subject }) => String(subject));
  const entry = catalog.updateTable('log_entries').set({ line: null, skill_id: null });
  const [unnamed] = await together([
    withdrawn.length === 0
      ? []
      : catalog
          .updateTable('log_entries')
          .set({ name: null })
          .where('name', 'in', withdrawn)
          .returning('number')
          .execute(),
    hidden.length > 0 && entry.set({ name: null }).where('number', 'in', hidden).execute(),
    others.length > 0 && entry.where('number', 'in', others).execute(),
    catalog
      .insertInto('log_entries')
      .values(entries.map(({ hash, ...row }) => row))
      .execute(),
    addHashes(
      catalog,
      first,
      entries.map(({ hash }) => hash),
    ),
  ]);
  return [...entries, ...unnamed].map(({ number }) => Number(number)).concat(hidden, others);
}

/** Takes out what waits to be taken out of a log that can't be gone on with: what is private must not wait for its operator. */
export async function hideQueued(store: Db, catalog: Engine): Promise<void> {
  const queue = store.selectFrom('log_queue').select(['name', 'subject_id']);
  const hidden = await queue.where('kind', '=', hiding).execute();
  if (hidden.length === 0) return;
  await catalog.write(async (db) => {
    for (const { name, subject_id } of hidden) {
      const taken = await db
        .updateTable('log_entries')
        .set({ line: null, name: null, skill_id: null })
        .where((e) => e.or([e('skill_id', '=', subject_id), e('name', 'like', `${name}@%`)]))
        .returning('number')
        .execute();
      await noteRows(db, rowsOfEntries(taken.map(({ number }) => Number(number))));
    }
  });
}

async function copyCheckpoints(store: Db, catalog: Db, after: number): Promise<void> {
  for (let last = after; ; ) {
    const rows = await store
      .selectFrom('log_checkpoints')
      .select(publicTables.log_checkpoints.columns)
      .where('size', '>', last)
      .orderBy('size')
      .limit(atOnce)
      .execute();
    if (rows.length === 0) return;
    await catalog.insertInto('log_checkpoints').values(rows).execute();
    last = Number(rows.at(-1)?.size);
  }
}
