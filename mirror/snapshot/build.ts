/** The snapshot: follows the store's changes into the catalog and the files made from it. */
import type { Answer } from '../../origin/read/answer.ts';
import type { PageReading, RenderHtml } from '../../origin/read/pages/page.ts';
import type { Site } from '../../origin/read/reading.ts';
import { readBlob } from '../../origin/store/blobs.ts';
import { changesAfter, newestChange } from '../../origin/store/changes.ts';
import type { Db, Engine } from '../../origin/store/engine.ts';
import { viewOf } from '../../origin/store/view.ts';
import { type Address, addressOf, fileOf } from './address.ts';
import { addressesFor, affected, dailyAddresses, standingAddresses } from './affected.ts';
import { clearCatalog, project, publicEntities } from './catalog.ts';
import { type Footprint, footprintOf } from './footprint.ts';
import type { Journal } from './journal.ts';
import { createProgress, type Progress, readProgress, writeProgress } from './progress.ts';
import { isContent, type Refreshed, refresh, removeFiles } from './refresh.ts';
import type { Sink } from './sink.ts';

export interface SnapshotParts {
  store: Engine;
  /** A partial SQLite database of the snapshot's own. */
  catalog: Engine;
  journal: Journal;
  sink: Sink;
  /** Files that pages load, by path on the site. */
  assets: ReadonlyMap<string, Answer>;
  site: Site;
  html: RenderHtml;
  /** Differs when files made before can't be kept: other code, templates or addresses. */
  fingerprint: string;
  /** Unix seconds. */
  now(): number;
}

type Counts = Pick<Refreshed, 'written' | 'removed' | 'unchanged'>;
type Tell = (progress: { done: number; total: number }) => void;

export interface Snapshot {
  /** Takes in every change since the last step; undefined where there was none. A full build if one is due. */
  step(tell?: Tell): Promise<Counts | undefined>;
  /** Makes everything anew, and removes what belongs to nothing. */
  full(tell?: Tell): Promise<Counts>;
}

const day = 24 * 60 * 60;

/** One builder at a time may have a snapshot open. */
export async function openSnapshot(parts: SnapshotParts): Promise<Snapshot> {
  const { store, catalog, journal, now, fingerprint } = parts;
  await catalog.write(createProgress);
  const today = () => Math.floor(now() / day);
  const full: Snapshot['full'] = (tell) => store.read((storeDb) => buildAll(parts, storeDb, today(), tell));

  const step: Snapshot['step'] = async (tell) => {
    const progress = await readProgress(catalog.db);
    if (!progress || progress.full || progress.fingerprint !== fingerprint) return full(tell);
    const unfinished = await journal.read();
    const isNewDay = progress.day !== today();
    const rests = unfinished.length === 0 && !isNewDay && (await newestChange(store.db)) === progress.seq;
    if (rests) return undefined;
    const due = [...unfinished, ...(isNewDay ? dailyAddresses.map(fileOf) : [])];
    return store.read((storeDb) => takeIn(parts, storeDb, { ...progress, day: today() }, due));
  };
  return { step, full };
}

/**
 * Brings the catalog and every file that may differ up to the store's newest change. The catalog shows a version only
 * once its content is in place; a file is taken away only once nothing leads to it. `due` are files to look at besides.
 */
async function takeIn(parts: SnapshotParts, storeDb: Db, progress: Progress, due: string[]): Promise<Counts> {
  const { catalog, journal, sink } = parts;
  const { content, rest } = await catalog.write(async (db) => {
    const addresses = await projectChanges(parts, storeDb, db, progress, due);
    await journal.write(addresses.map(fileOf));
    const content = await refresh(readingOf(parts, storeDb, db), sink, addresses.filter(isContent));
    return { content, rest: addresses.filter((address) => !isContent(address)) };
  });
  const records = await refresh(readingOf(parts, storeDb, catalog.db), sink, rest);
  const removed = await removeFiles(sink, [...records.gone, ...content.gone]);
  await journal.clear();
  return {
    written: content.written + records.written,
    unchanged: content.unchanged + records.unchanged,
    removed,
  };
}

/** The addresses that the changes after `progress` may alter, and those of `due`, with the catalog brought up to date. */
async function projectChanges(
  { store }: SnapshotParts,
  storeDb: Db,
  catalog: Db,
  progress: Progress,
  due: string[],
): Promise<Address[]> {
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
  await writeProgress(catalog, { ...progress, seq });
  const transitions = changes.map(({ kind }, index) => ({ kind, before: before[index], after: after[index] }));
  const known = due.map(addressOf).filter((address) => address !== undefined);
  return once([...known, ...affected(transitions)]);
}

async function buildAll(parts: SnapshotParts, storeDb: Db, today: number, tell?: Tell): Promise<Counts> {
  const { store, catalog, journal, sink, assets, fingerprint } = parts;
  const progress = { seq: await newestChange(storeDb), fingerprint, day: today };
  await catalog.write(async (db) => {
    await clearCatalog(db);
    for (const entity of await publicEntities(store, storeDb)) await project(store, storeDb, db, entity);
    await writeProgress(db, { ...progress, full: 1 });
  });
  const addresses = await everyAddress(catalog.db);
  const total = addresses.length;
  const { written, unchanged } = await refresh(readingOf(parts, storeDb, catalog.db), sink, addresses, (done) =>
    tell?.({ done, total }),
  );
  for (const [path, asset] of assets) await sink.put(assetFile(path), asset);
  const removed = await sweep(sink, new Set([...addresses.map(fileOf), ...[...assets.keys()].map(assetFile)]));
  await journal.clear();
  await catalog.write((db) => writeProgress(db, { ...progress, full: 0 }));
  return { written, unchanged, removed };
}

/** Loaders on the catalog; only file bytes come from the store, by hashes that the catalog names. */
function readingOf({ catalog, site, html, now }: SnapshotParts, storeDb: Db, catalogDb: Db): PageReading {
  return { view: viewOf(catalog, undefined, catalogDb), site, html, now, blob: (hash) => readBlob(storeDb, hash) };
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
  return once(addresses);
}

const once = (addresses: readonly Address[]): Address[] => [
  ...new Map(addresses.map((address) => [fileOf(address), address])).values(),
];

const assetFile = (path: string) => path.slice(1);

/** Removes files that nothing names. Hashed assets of earlier builds stay: a cached page may still load them. */
async function sweep(sink: Sink, wanted: ReadonlySet<string>): Promise<number> {
  let removed = 0;
  for await (const file of sink.files()) {
    if (wanted.has(file) || file.startsWith('_astro/')) continue;
    if (await sink.remove(file)) removed += 1;
  }
  return removed;
}
