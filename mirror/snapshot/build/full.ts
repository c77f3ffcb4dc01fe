/**
 * The full build: after other code or templates, or when asked for. It goes over everything piece by piece and takes in
 * what changes between two pieces, so that a publish waits for one piece and not for all of it. Nothing is taken from
 * sight meanwhile: the catalog and every file are brought up to date where they stand.
 */
import { type Change, newestChange } from '../../../origin/store/events/changes.ts';
import { countEntities, everyAddress } from '../address/everyAddress.ts';
import { catalogEntities, publicEntities } from '../catalog/catalog.ts';
import { type Progress, readProgress, writeProgress } from '../catalog/progress.ts';
import { type NameSet, nameSet } from '../files/nameSet.ts';
import type { Sink } from '../files/sink.ts';
import { type Counts, readingOf, type SnapshotParts } from './parts.ts';
import { refresh } from './refresh.ts';
import { takeIn } from './takeIn.ts';

/** Profiles, skills and kits whose files were looked at, of how many. */
export type Tell = (progress: { done: number; total: number }) => void;

const entitiesAtOnce = 100;

export async function buildAll(
  given: SnapshotParts,
  { day, full }: Pick<Progress, 'day' | 'full'>,
  tell?: Tell,
): Promise<Counts> {
  const wanted = nameSet();
  const parts = { ...given, sink: noting(given.sink, wanted, full === 2) };
  const { store, catalog, sink, assets, journal, fingerprint } = parts;
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
  for (const [path, asset] of assets) await sink.put(path.slice(1), asset);
  const entities = await everyEntity(parts);
  for (let start = 0; start < entities.length; start += entitiesAtOnce)
    await catchUp(entities.slice(start, start + entitiesAtOnce));
  const total = await countEntities(catalog.db);
  let done = 0;
  for await (const { entities, addresses } of everyAddress(catalog.db)) {
    count(await store.read((storeDb) => refresh(readingOf(parts, storeDb), sink, addresses)));
    done += entities;
    tell?.({ done, total: Math.max(done, total) });
    await catchUp();
  }
  tell?.({ done, total: done });
  counts.removed += await sweep(sink, wanted);
  await journal.clear();
  const progress = await readProgress(catalog.db);
  if (progress) await catalog.write((db) => writeProgress(db, { ...progress, full: 0 }));
  return counts;
}

/** Every entity that is public, or that the catalog has, once. */
async function everyEntity({ store, catalog }: SnapshotParts): Promise<Change[]> {
  const known = [...(await publicEntities(store, store.db)), ...(await catalogEntities(catalog.db))];
  return [...new Map(known.map((entity) => [`${entity.kind} ${entity.entityId}`, entity])).values()];
}

/** A sink that notes which files were looked at, and looks at every byte where it is to be thorough. */
const noting = (sink: Sink, names: NameSet, isThorough: boolean): Sink => ({
  ...sink,
  holds: (file, answer) => {
    names.add(file);
    return isThorough ? sink.isWhole(file, answer) : sink.holds(file, answer);
  },
  put: (file, answer) => {
    names.add(file);
    return sink.put(file, answer);
  },
});

/** Removes files that nothing names. Hashed assets of earlier builds stay: a cached page may still load them. */
async function sweep(sink: Sink, wanted: NameSet): Promise<number> {
  let removed = 0;
  for await (const file of sink.files()) {
    if (wanted.has(file) || file.startsWith('_astro/')) continue;
    if (await sink.remove(file)) removed += 1;
  }
  return removed;
}
