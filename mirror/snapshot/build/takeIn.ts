/** Takes in what changed in the store since the catalog last followed it: work in proportion to the change. */
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { type Change, changesAfter, newestChange } from '../../../origin/store/events/changes.ts';
import { type Address, addressOf, fileOf } from '../address/address.ts';
import { affected } from '../address/affected.ts';
import { type Footprint, footprintOf } from '../address/footprint.ts';
import { project } from '../catalog/catalog.ts';
import { type Progress, writeProgress } from '../catalog/progress.ts';
import { type Counts, readingOf, type SnapshotParts } from './parts.ts';
import { isContent, refresh, removeFiles } from './refresh.ts';

interface Besides {
  /** Files to look at besides. */
  due?: readonly string[];
  /** Entities to project besides. Of those new to the catalog the files are left to who asks. */
  again?: readonly Change[];
}

/**
 * Brings the catalog and every file that may differ up to the store's newest change. The catalog shows a version only
 * once its content is in place; a file is taken away only once nothing leads to it.
 */
export function takeIn(parts: SnapshotParts, progress: Progress, besides: Besides = {}): Promise<Counts> {
  const { store, catalog, journal, sink } = parts;
  return store.read(async (storeDb) => {
    const reading = readingOf(parts, storeDb);
    const { content, rest } = await catalog.write(async (db) => {
      const addresses = await projectChanges(parts, storeDb, db, progress, besides);
      await journal.write(addresses.map(fileOf));
      const content = await refresh({ ...reading, view: { ...reading.view, db } }, sink, addresses.filter(isContent));
      return { content, rest: addresses.filter((address) => !isContent(address)) };
    });
    const records = await refresh(reading, sink, rest);
    const removed = await removeFiles(sink, [...records.gone, ...content.gone]);
    await journal.clear();
    return {
      written: content.written + records.written,
      unchanged: content.unchanged + records.unchanged,
      removed,
    };
  });
}

/** The addresses that the changes after `progress` may alter, with the catalog brought up to date. */
async function projectChanges(
  { store }: SnapshotParts,
  storeDb: Db,
  catalog: Db,
  progress: Progress,
  { due = [], again = [] }: Besides,
): Promise<Address[]> {
  const seq = await newestChange(storeDb);
  const fresh = await changesAfter(storeDb, progress.seq);
  const changes = [...fresh, ...again];
  const footprints = async () => {
    const found: (Footprint | undefined)[] = [];
    for (const change of changes) found.push(await footprintOf(catalog, change));
    return found;
  };
  const before = await footprints();
  for (const change of changes) await project(store, storeDb, catalog, change);
  const after = await footprints();
  await writeProgress(catalog, { ...progress, seq });
  const transitions = changes
    .map(({ kind }, index) => ({ kind, before: before[index], after: after[index] }))
    .filter(({ before, after }, index) => index < fresh.length || (before && !isDeepStrictEqual(before, after)));
  const known = due.map(addressOf).filter((address) => address !== undefined);
  return once([...known, ...affected(transitions)]);
}

const once = (addresses: readonly Address[]): Address[] => [
  ...new Map(addresses.map((address) => [fileOf(address), address])).values(),
];
