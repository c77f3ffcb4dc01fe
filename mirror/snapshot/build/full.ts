/**
 * The full build: after other code or templates, or when asked for. It goes over everything piece by piece and takes in
 * what changes between two pieces, so that a publish waits for one piece and not for all of it. Nothing is taken from
 * sight meanwhile: the catalog and every file are brought up to date where they stand. Where only some kinds of files are
 * made in another way, it goes over those. How far it is stands in the catalog: one that was cut short goes on from there.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Change, newestChange } from '../../../origin/store/events/changes.ts';
import { positionOf } from '../../../origin/store/events/lineage.ts';
import { beginning, comparePlaces, countEntities, pieceKindsOf, piecesAfter } from '../address/everyAddress.ts';
import { concernedBy } from '../address/kinds.ts';
import { everything } from '../address/tags.ts';
import { publicEntities } from '../catalog/catalog.ts';
import { catalogEntities } from '../catalog/forget.ts';
import {
  readProgress,
  readUnderway,
  requestsOf,
  type Underway,
  writeProgress,
  writeUnderway,
} from '../catalog/progress.ts';
import { listPurges } from '../catalog/purges.ts';
import { forgetEntries, recordEntries } from '../files/manifest.ts';
import { makeAll } from '../pieces/makeAll.ts';
import { makerHere } from '../pieces/maker.ts';
import { applyChanges } from './applyChanges.ts';
import { adoptAssets, putAssets } from './assets.ts';
import { staleKinds } from './fingerprint.ts';
import type { Counts, SnapshotParts } from './parts.ts';
import { sweep } from './sweep.ts';

/** Profiles, skills, kits and advisories whose files were looked at, of how many. */
export type OnProgress = (progress: { done: number; total: number }) => void;

const entitiesAtOnce = 100;

/** Goes on with what the catalog's progress says. `today` is a UTC day. */
export async function buildAll(given: SnapshotParts, today: number, onProgress?: OnProgress): Promise<Counts> {
  const { store, catalog, journal, sink, fingerprints } = given;
  const counts: Counts = { written: 0, removed: 0, unchanged: 0 };
  const count = (more: Counts) => {
    for (const what of ['written', 'removed', 'unchanged'] as const) counts[what] += more[what];
  };
  const seen = (path: string) => given.looking?.seen?.(path);
  /** What changes made or looked at while the sweep goes by what it was told before. */
  let since: Set<string> | undefined;
  /** Whether every byte is looked at. */
  let isThorough = true;
  const looking = {
    isThorough: () => isThorough,
    seen: (path: string) => {
      since?.add(path);
      seen(path);
    },
  };
  const parts = { ...given, looking };
  const isBehind = async () =>
    Boolean(given.lists?.due().length) || (await readProgress(catalog.db))?.seq !== (await newestChange(store.db));
  const catchUp = async (again: readonly Change[] = [], unfinished: readonly string[] = []) => {
    const progress = await readProgress(catalog.db);
    if (progress && (again.length + unfinished.length > 0 || (await isBehind())))
      count(await applyChanges(parts, progress, { again, unfinished }));
  };

  const unfinished = await journal.read();
  const before = await resumable(given);
  const underway = before ?? (await begin());
  /** Makes the rows of everything where those are made in another way. */
  async function begin(): Promise<Underway> {
    const requests = await requestsOf(catalog.db);
    const progress = await readProgress(catalog.db);
    const stale = staleKinds(progress?.made ?? {}, fingerprints);
    const isWhole = progress === undefined || stale.includes('catalog');
    // A build that was cut short left files that the manifest may not know of.
    isThorough = Boolean(progress?.full) || stale.includes('forms');
    const kept = Object.entries(progress?.made ?? {}).filter(([kind]) => !stale.some((one) => one === kind));
    const isEmpty = progress === undefined || progress.full === 3;
    const begun = { made: Object.fromEntries(kept), full: isEmpty ? 3 : 2 } as const;
    const position = isWhole ? { ...(await store.read((db) => positionOf(db, given.now()))), day: today } : progress;
    await catalog.write(async (db) => {
      await writeProgress(db, { ...position, ...begun });
      await writeUnderway(db);
    });
    if (!progress) await adoptAssets(parts);
    // First, since a page that names a style sheet must find it.
    await putAssets(parts, parts.assets);
    const entities = isWhole ? await everyEntity(parts) : [];
    for (let start = 0; start < entities.length; start += entitiesAtOnce)
      await catchUp(entities.slice(start, start + entitiesAtOnce));
    return { fingerprints, requests, stale, isThorough, reached: beginning, begun: beginning };
  }
  await catchUp([], unfinished);
  if (!before) await catalog.write((db) => writeUnderway(db, underway));

  const { stale } = underway;
  let { reached } = underway;
  const kinds = pieceKindsOf(concernedBy(stale));
  let done = await countEntities(catalog.db, kinds, reached);
  const total = await countEntities(catalog.db, kinds);
  const workshop = { ...given, seen };
  const here = makerHere(workshop, stale);
  const maker = (await given.makerFor?.(total - done, stale, here, workshop)) ?? here;
  try {
    await makeAll(piecesAfter(catalog.db, reached, kinds), reached, maker, {
      isBehind,
      catchUp,
      isThorough: () => isThorough,
      record: async (made, place) => {
        reached = place.reached;
        const begun = [place.begun, underway.begun].sort(comparePlaces)[1] ?? place.begun;
        isThorough = underway.isThorough || comparePlaces(reached, underway.begun) < 0;
        made.forEach(count);
        await catalog.write(async (db) => {
          await recordEntries(
            db,
            made.flatMap(({ entries }) => entries),
          );
          await forgetEntries(
            db,
            made.flatMap(({ gone }) => gone),
          );
          await writeUnderway(db, { ...underway, reached, begun });
        });
        done += made.reduce((sum, { entities }) => sum + entities, 0);
        onProgress?.({ done, total: Math.max(done, total) });
      },
    });
  } finally {
    await maker.end();
  }
  onProgress?.({ done, total: done });
  if (stale.includes('catalog')) {
    since = new Set();
    // With what it was given: what the sweep sees is not made, and no reason to keep it.
    counts.removed += await sweep(given, since, catchUp);
  }
  await catchUp([], given.lists?.owed());
  await sink.sync();
  await journal.clear();
  await catalog.write(async (db) => {
    const reached = await readProgress(db);
    // What was looked at before somebody asked for it is to be looked at again.
    const isAnswered = (await requestsOf(db)) === underway.requests;
    const ended = isAnswered ? ({ made: fingerprints, full: 0 } as const) : ({ made: {}, full: 2 } as const);
    await writeUnderway(db);
    if (reached) await writeProgress(db, { ...reached, ...ended });
    // Nearly all of it was made again, maybe in more than one go.
    await listPurges(db, parts.caches ?? [], [everything], { isTakedown: counts.removed > 0 });
  });
  return counts;
}

/** A build that was cut short, where it makes what this one is to make. */
async function resumable({ catalog, fingerprints }: SnapshotParts): Promise<Underway | undefined> {
  const underway = await readUnderway(catalog.db);
  const isSame =
    underway?.requests === (await requestsOf(catalog.db)) && isDeepStrictEqual(underway.fingerprints, fingerprints);
  return isSame ? underway : undefined;
}

/** Every entity that is public, or that the catalog has, once. */
async function everyEntity({ store, catalog }: SnapshotParts): Promise<Change[]> {
  const known = [...(await publicEntities(store, store.db)), ...(await catalogEntities(catalog.db))];
  return [...new Map(known.map((entity) => [`${entity.kind} ${entity.entityId}`, entity])).values()];
}
