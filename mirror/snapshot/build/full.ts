/**
 * The full build: after other code or templates, or when asked for. It goes over everything piece by piece and takes in
 * what changes between two pieces, so that a publish waits for one piece and not for all of it. Nothing is taken from
 * sight meanwhile: the catalog and every file are brought up to date where they stand. Where only some kinds of files are
 * made in another way, it goes over those.
 */
import { type Change, newestChange } from '../../../origin/store/events/changes.ts';
import { positionOf } from '../../../origin/store/events/lineage.ts';
import type { Address } from '../address/address.ts';
import { countEntities, everyAddress } from '../address/everyAddress.ts';
import { kindOf } from '../address/kinds.ts';
import { publicEntities } from '../catalog/catalog.ts';
import { catalogEntities } from '../catalog/forget.ts';
import { type Progress, readProgress, requestsOf, writeProgress } from '../catalog/progress.ts';
import { recordEntries } from '../files/manifest.ts';
import { nameSet } from '../files/nameSet.ts';
import { applyChanges } from './applyChanges.ts';
import { adoptAssets, putAssets } from './assets.ts';
import { staleKinds } from './fingerprint.ts';
import { type Counts, readingOf, type SnapshotParts } from './parts.ts';
import { refresh } from './refresh.ts';
import { sweep } from './sweep.ts';

/** Profiles, skills and kits whose files were looked at, of how many. */
export type OnProgress = (progress: { done: number; total: number }) => void;

const entitiesAtOnce = 100;

/** Goes on with what the catalog's progress says. `today` is a UTC day. */
export async function buildAll(given: SnapshotParts, today: number, onProgress?: OnProgress): Promise<Counts> {
  const { store, catalog, journal, fingerprints } = given;
  const requests = await requestsOf(catalog.db);
  const progress: Progress | undefined = await readProgress(catalog.db);
  const stale = staleKinds(progress?.made ?? {}, fingerprints);
  const isWhole = progress === undefined || stale.includes('catalog');
  // A build that was cut short left files that the manifest may not know of.
  const isThorough = Boolean(progress?.full) || stale.includes('forms');
  const concerns = ({ id }: Address) => isWhole || stale.includes('forms') || stale.includes(kindOf(id));
  const unfinished = await journal.read();
  const [wanted, doubtful] = [nameSet(), new Set(unfinished)];
  const looking = {
    isThorough: (path: string) => isThorough || doubtful.has(path),
    seen: (path: string) => {
      wanted.add(path);
      given.looking?.seen?.(path);
    },
  };
  const parts = { ...given, looking };
  const counts = { written: 0, removed: 0, unchanged: 0 };
  const count = ({ written, removed, unchanged }: Counts) => {
    counts.written += written;
    counts.removed += removed;
    counts.unchanged += unchanged;
  };
  const catchUp = async (again: readonly Change[] = [], unfinished: readonly string[] = []) => {
    const progress = await readProgress(catalog.db);
    const isAhead = progress && progress.seq !== (await newestChange(store.db));
    if (progress && (isAhead || again.length + unfinished.length > 0))
      count(await applyChanges(parts, progress, { again, unfinished }));
  };

  const kept = Object.entries(progress?.made ?? {}).filter(([kind]) => !stale.some((one) => one === kind));
  const full = isThorough ? 2 : 1;
  const isEmpty = progress === undefined || progress.full === 3;
  const begun = { made: Object.fromEntries(kept), full: isEmpty ? 3 : full } as const;
  const position = isWhole ? { ...(await store.read((db) => positionOf(db, given.now()))), day: today } : progress;
  await catalog.write((db) => writeProgress(db, { ...position, ...begun }));
  if (!progress) await adoptAssets(parts, position.seq);
  // First, since a page that names a style sheet must find it.
  await putAssets(parts, parts.assets, position.seq);
  const entities = isWhole ? await everyEntity(parts) : [];
  for (let start = 0; start < entities.length; start += entitiesAtOnce)
    await catchUp(entities.slice(start, start + entitiesAtOnce));
  const filled = isEmpty && (await readProgress(catalog.db));
  if (filled) await catalog.write((db) => writeProgress(db, { ...filled, full }));
  if (!isWhole) await catchUp([], unfinished);
  const total = await countEntities(catalog.db);
  let done = 0;
  for await (const { entities, addresses } of everyAddress(catalog.db)) {
    count(await bringAll(parts, addresses.filter(concerns)));
    done += entities;
    onProgress?.({ done, total: Math.max(done, total) });
    await catchUp();
  }
  onProgress?.({ done, total: done });
  if (isWhole) counts.removed += await sweep(parts, wanted);
  await parts.sink.sync();
  await journal.clear();
  await catalog.write(async (db) => {
    const reached = await readProgress(db);
    // What was looked at before somebody asked for it is to be looked at again.
    const isAnswered = (await requestsOf(db)) === requests;
    const ended = isAnswered ? ({ made: fingerprints, full: 0 } as const) : ({ made: {}, full: 2 } as const);
    if (reached) await writeProgress(db, { ...reached, ...ended });
  });
  return counts;
}

/** One piece. Content that has no 200 any more is swept at the end. */
async function bringAll(parts: SnapshotParts, addresses: readonly Address[]): Promise<Counts> {
  const { store, catalog } = parts;
  const { entries, ...counts } = await store.read((storeDb) =>
    refresh(readingOf(parts, { ...store, db: storeDb }), parts, catalog.db, addresses),
  );
  // A piece at a time, so that no more than that is remembered.
  await parts.sink.sync();
  const revision = (await readProgress(catalog.db))?.seq ?? 0;
  await catalog.write((db) => recordEntries(db, entries, revision));
  return counts;
}

/** Every entity that is public, or that the catalog has, once. */
async function everyEntity({ store, catalog }: SnapshotParts): Promise<Change[]> {
  const known = [...(await publicEntities(store, store.db)), ...(await catalogEntities(catalog.db))];
  return [...new Map(known.map((entity) => [`${entity.kind} ${entity.entityId}`, entity])).values()];
}
