/**
 * The full build: after other code or templates, or when asked for. It goes over everything piece by piece and takes in
 * what changes between two pieces, so that a publish waits for one piece and not for all of it. Nothing is taken from
 * sight meanwhile: the catalog and every file are brought up to date where they stand.
 */
import { extname } from 'node:path';
import type { Answer } from '../../../origin/read/answer.ts';
import { type Change, newestChange } from '../../../origin/store/events/changes.ts';
import { assetType } from '../../site/built.ts';
import type { Address } from '../address/address.ts';
import { countEntities, everyAddress } from '../address/everyAddress.ts';
import { catalogEntities, publicEntities } from '../catalog/catalog.ts';
import { type Progress, readProgress, writeProgress } from '../catalog/progress.ts';
import { type Entry, entryOf, removeContent } from '../files/content.ts';
import { entriesAfter, entriesOf, forgetEntries, recordEntries } from '../files/manifest.ts';
import { type NameSet, nameSet } from '../files/nameSet.ts';
import { formOf, straysIn } from '../files/strays.ts';
import { type Counts, readingOf, type SnapshotParts } from './parts.ts';
import { bring, refresh } from './refresh.ts';
import { takeIn } from './takeIn.ts';

/** Profiles, skills and kits whose files were looked at, of how many. */
export type Tell = (progress: { done: number; total: number }) => void;

const entitiesAtOnce = 100;
const entriesAtOnce = 1000;

export async function buildAll(
  given: SnapshotParts,
  { day, full }: Pick<Progress, 'day' | 'full'>,
  tell?: Tell,
): Promise<Counts> {
  const wanted = nameSet();
  const seen = (path: string) => {
    wanted.add(path);
    given.looking?.seen?.(path);
  };
  const parts = { ...given, looking: { isThorough: () => full === 2, seen } };
  const { store, catalog, journal, fingerprint } = parts;
  const counts = { written: 0, removed: 0, unchanged: 0 };
  const count = ({ written, removed, unchanged }: Counts) => {
    counts.written += written;
    counts.removed += removed;
    counts.unchanged += unchanged;
  };
  const catchUp = async (again: readonly Change[] = []) => {
    const progress = await readProgress(catalog.db);
    if (!progress || (again.length === 0 && progress.seq === (await newestChange(store.db)))) return;
    count(await takeIn(parts, progress, { again }));
  };

  const seq = await newestChange(store.db);
  await catalog.write((db) => writeProgress(db, { seq, fingerprint, day, full }));
  // First, since a page that names a style sheet must find it.
  await putAssets(parts, parts.assets, seq);
  const entities = await everyEntity(parts);
  for (let start = 0; start < entities.length; start += entitiesAtOnce)
    await catchUp(entities.slice(start, start + entitiesAtOnce));
  const total = await countEntities(catalog.db);
  let done = 0;
  for await (const { entities, addresses } of everyAddress(catalog.db)) {
    count(await bringAll(parts, addresses));
    done += entities;
    tell?.({ done, total: Math.max(done, total) });
    await catchUp();
  }
  tell?.({ done, total: done });
  counts.removed += await sweep(parts, wanted, seq);
  await journal.clear();
  const progress = await readProgress(catalog.db);
  if (progress) await catalog.write((db) => writeProgress(db, { ...progress, full: 0 }));
  return counts;
}

async function putAssets(parts: SnapshotParts, assets: ReadonlyMap<string, Answer>, revision: number): Promise<void> {
  const { catalog, tagBits } = parts;
  const known = await entriesOf(catalog.db, [...assets.keys()].map(fileOfAsset));
  const entries: Entry[] = [];
  for (const [path, asset] of assets) {
    const wanted = entryOf(fileOfAsset(path), 'asset', asset, tagBits);
    const { entry } = await bring(parts, known.get(wanted.path), wanted, asset);
    if (entry) entries.push(entry);
  }
  await catalog.write((db) => recordEntries(db, entries, revision));
}

const fileOfAsset = (path: string): string => path.slice(1);

/** One piece. Content that has no 200 any more is swept at the end. */
async function bringAll(parts: SnapshotParts, addresses: readonly Address[]): Promise<Counts> {
  const { store, catalog } = parts;
  const { entries, ...counts } = await store.read((storeDb) =>
    refresh(readingOf(parts, storeDb), parts, catalog.db, addresses),
  );
  const revision = (await readProgress(catalog.db))?.seq ?? 0;
  await catalog.write((db) => recordEntries(db, entries, revision));
  return counts;
}

/** Every entity that is public, or that the catalog has, once. */
async function everyEntity({ store, catalog }: SnapshotParts): Promise<Change[]> {
  const known = [...(await publicEntities(store, store.db)), ...(await catalogEntities(catalog.db))];
  return [...new Map(known.map((entity) => [`${entity.kind} ${entity.entityId}`, entity])).values()];
}

/**
 * Removes files that nothing names, and their entries. Hashed assets of earlier builds stay: a cached page may still load
 * them. The manifest learns of those that an earlier program left.
 */
async function sweep(parts: SnapshotParts, wanted: NameSet, revision: number): Promise<number> {
  const { catalog, sink } = parts;
  let removed = 0;
  for (let last = ''; ; ) {
    const entries = await entriesAfter(catalog.db, last, entriesAtOnce);
    const newest = entries.at(-1);
    if (!newest) break;
    last = newest.path;
    const stale = entries.map(({ path }) => path).filter((path) => !wanted.has(path) && !isAsset(path));
    for (const path of stale) if (await removeContent(sink, path)) removed += 1;
    await catalog.write((db) => forgetEntries(db, stale));
  }
  const assets = new Map<string, Answer>();
  for await (const path of straysIn(sink, catalog.db)) {
    const found = isAsset(path) && !formOf(path) ? await sink.read(path) : undefined;
    if (found) assets.set(`/${path}`, { type: assetType(extname(path)), body: found.body });
    else if (!isAsset(path) && (await sink.remove(path))) removed += 1;
  }
  await putAssets(parts, assets, revision);
  return removed;
}

const isAsset = (path: string): boolean => path.startsWith('_astro/');
