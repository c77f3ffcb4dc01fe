/** The snapshot: follows the store's changes into the catalog and the files made from it (DESIGN: the snapshot). */

import type { Reading, RenderHtml, Site } from '../../origin/read/reading.ts';
import { readBlob } from '../../origin/store/blobs.ts';
import { changesAfter, newestChange } from '../../origin/store/changes.ts';
import type { Db, Engine } from '../../origin/store/engine.ts';
import { viewOf } from '../../origin/store/view.ts';
import { type Address, addressOf, fileOf } from './address.ts';
import { addressesFor, affected, dailyAddresses, standingAddresses } from './affected.ts';
import { clearCatalog, project, publicEntities } from './catalog.ts';
import { type Footprint, footprintOf } from './footprint.ts';
import {
  addPending,
  clearPending,
  createJournal,
  type Progress,
  pendingFiles,
  readProgress,
  writeProgress,
} from './journal.ts';
import { type Refreshed, refresh } from './refresh.ts';
import type { Sink } from './sink.ts';

export interface SnapshotParts {
  store: Engine;
  /** A partial SQLite database of the snapshot's own. */
  catalog: Engine;
  sink: Sink;
  /** Files that pages load, by path on the site. */
  assets: ReadonlyMap<string, { body: Uint8Array }>;
  site: Site;
  html: RenderHtml;
  /** Differs when files made before can't be kept: other code, templates or addresses. */
  fingerprint: string;
  /** Unix seconds. */
  now(): number;
}

export interface Snapshot {
  /** Takes in every change since the last step; undefined where there was none. A full build if one is due. */
  step(tell?: (progress: BuildProgress) => void): Promise<Refreshed | undefined>;
  /** Makes everything anew, and removes what belongs to nothing. */
  full(tell?: (progress: BuildProgress) => void): Promise<Refreshed>;
}

interface BuildProgress {
  done: number;
  total: number;
}

const day = 24 * 60 * 60;

export async function openSnapshot(parts: SnapshotParts): Promise<Snapshot> {
  const { store, catalog, sink, now, fingerprint } = parts;
  await catalog.write(createJournal);
  const today = () => Math.floor(now() / day);

  const full: Snapshot['full'] = (tell) =>
    store.read(async (storeDb) => {
      const seq = await newestChange(storeDb);
      await catalog.write((db) => fillCatalog(parts, storeDb, db, { seq, fingerprint, day: today(), full: 1 }));
      const addresses = await everyAddress(catalog.db);
      const counts = await refresh(readingOf(parts, storeDb), sink, addresses, (done) =>
        tell?.({ done, total: addresses.length }),
      );
      await putAssets(parts);
      const removed = await sweep(
        sink,
        new Set([...addresses.map(fileOf), ...[...parts.assets.keys()].map(assetFile)]),
      );
      await catalog.write((db) => writeProgress(db, { seq, fingerprint, day: today(), full: 0 }));
      return { ...counts, removed: counts.removed + removed };
    });

  const step: Snapshot['step'] = async (tell) => {
    const progress = await readProgress(catalog.db);
    if (!progress || progress.full || progress.fingerprint !== fingerprint) return full(tell);
    const pending = await pendingFiles(catalog.db);
    const newest = await newestChange(store.db);
    if (newest === progress.seq && pending.length === 0 && progress.day === today()) return undefined;
    return store.read(async (storeDb) => {
      await catalog.write((db) => takeIn(parts, storeDb, db, { ...progress, day: today() }, progress.day !== today()));
      const addresses = (await pendingFiles(catalog.db)).map(addressOf).filter((address) => address !== undefined);
      const counts = await refresh(readingOf(parts, storeDb), sink, addresses);
      await catalog.write(clearPending);
      return counts;
    });
  };
  return { step, full };
}

/** Loaders on the catalog; only file bytes come from the store, by hashes that the catalog names. */
function readingOf({ catalog, site, html, now }: SnapshotParts, storeDb: Db): Reading {
  return { view: viewOf(catalog), site, html, now, blob: (hash) => readBlob(storeDb, hash) };
}

/** Projects every changed entity and notes which files that may alter, before any of them is touched. */
async function takeIn(
  { store }: SnapshotParts,
  storeDb: Db,
  catalog: Db,
  progress: Progress,
  newDay: boolean,
): Promise<void> {
  const seq = await newestChange(storeDb);
  const changes = await changesAfter(storeDb, progress.seq);
  const footprints = async () => {
    const found: (Footprint | undefined)[] = [];
    for (const change of changes) found.push(await footprintOf(catalog, change));
    return found;
  };
  const before = await footprints();
  for (const change of changes) await project(store, storeDb, catalog, change);
  const after = await footprints();
  const transitions = changes.map(({ kind }, index) => ({ kind, before: before[index], after: after[index] }));
  const addresses = [...affected(transitions), ...(newDay ? dailyAddresses : [])];
  await addPending(catalog, new Set(addresses.map(fileOf)));
  await writeProgress(catalog, { ...progress, seq });
}

async function fillCatalog({ store }: SnapshotParts, storeDb: Db, catalog: Db, progress: Progress): Promise<void> {
  await clearCatalog(catalog);
  await clearPending(catalog);
  for (const entity of await publicEntities(store, storeDb)) await project(store, storeDb, catalog, entity);
  await writeProgress(catalog, progress);
}

/** The address of every file that the catalog calls for, once; some answer no 200 and so have no file. */
export async function everyAddress(catalog: Db): Promise<Address[]> {
  const addresses = [...standingAddresses];
  for (const [kind, table] of [
    ['profile', 'profiles'],
    ['skill', 'skills'],
    ['kit', 'kits'],
  ] as const) {
    for (const { id } of await catalog.selectFrom(table).select('id').orderBy('id').execute()) {
      const footprint = await footprintOf(catalog, { kind, entityId: id });
      if (footprint) addresses.push(...addressesFor(footprint));
    }
  }
  return [...new Map(addresses.map((address) => [fileOf(address), address])).values()];
}

async function putAssets({ sink, assets }: SnapshotParts): Promise<void> {
  for (const [path, { body }] of assets) await sink.put(assetFile(path), body);
}

const assetFile = (path: string) => path.slice(1);

/** Removes files that nothing names. Hashed assets of earlier builds stay: a cached page may still load them. */
async function sweep(sink: Sink, wanted: ReadonlySet<string>): Promise<number> {
  let removed = 0;
  for await (const file of sink.files()) {
    if (wanted.has(file) || file.startsWith('_astro/')) continue;
    await sink.remove(file);
    removed += 1;
  }
  return removed;
}
