/** How far the snapshot is behind the store, seen from outside: a builder that does not run can't say it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { countAfter, notedNow } from '../../origin/store/events/changes.ts';
import { errorsOfBuilder, hadBuilder } from './builderLock.ts';
import { currentCatalog } from './catalog/current.ts';
import { catalogOf } from './catalog/place.ts';
import { readProgressIfAny } from './catalog/progress.ts';
import { snapshotPaths } from './paths.ts';

interface Lag {
  /** Changes that the snapshot has not taken in for good. */
  changes: number;
  /** Seconds since the oldest of them was seen; 0 where there is none. */
  seconds: number;
}

export interface Behind {
  /** Rejects where the store or the catalog can't be read. */
  look(): Promise<Lag>;
  /** Lines that who builds logged as errors; undefined where nobody ever did. */
  errors(): number | undefined;
  close(): Promise<void>;
}

interface Place {
  role: string;
  dataDir: string;
  catalogUrl: string | undefined;
}

/** Whether the snapshot is on this machine, or in a database, where an origin can see how far it is. */
export const isBuiltHere = ({ role, dataDir, catalogUrl }: Place): boolean =>
  role === 'all' || catalogUrl !== undefined || hadBuilder(snapshotPaths(dataDir).builderLock);

/** Milliseconds between two looks, so that `seconds` is no more wrong than this. */
const pollEvery = 2000;

/** Looks until `signal` ends, and whenever it is asked. Before the first snapshot, all is behind. */
export function watchBehind(
  store: Engine,
  settings: Parameters<typeof catalogOf>[0],
  signal: AbortSignal,
  now = () => performance.now() / 1000,
): Behind {
  const { builderLock } = snapshotPaths(settings.dataDir);
  /** Newest changes and when they were first seen, in order: those that the snapshot has not taken in. */
  let seen: { seq: number; at: number }[] = [];
  const catalog = currentCatalog(catalogOf(settings), ({ db }) => db);
  const progress = async (): Promise<number> => {
    const db = await catalog.get();
    return (db && (await readProgressIfAny(db))?.seq) ?? 0;
  };
  const noteNewest = async () => {
    // In this order: what changes in between counts as behind for a moment, and never the other way round.
    const taken = await progress();
    const { newest } = await notedNow(store.db);
    if (newest > (seen.at(-1)?.seq ?? taken)) seen.push({ seq: newest, at: now() });
    seen = seen.filter(({ seq }) => seq > taken);
    return { taken, newest };
  };
  const look = async (): Promise<Lag> => {
    const { taken, newest } = await noteNewest();
    const [oldest] = seen;
    const changes = newest > taken ? await countAfter(store.db, taken) : 0;
    return { changes, seconds: oldest ? Math.max(0, now() - oldest.at) : 0 };
  };
  const watched = (async () => {
    while (!signal.aborted) {
      // Without a count, which takes long where millions of changes wait.
      await noteNewest().catch(() => undefined);
      await wait(pollEvery, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    look,
    errors: () => errorsOfBuilder(builderLock),
    close: async () => {
      await watched;
      await catalog.close();
    },
  };
}
