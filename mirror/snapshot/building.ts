/** Where a builder writes: a file and a folder of the data directory, or a database and an object store that it has alone. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Tell } from '../../origin/store/engine/connections/presence.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { isPassing } from '../../origin/store/engine/faults.ts';
import { together } from '../../origin/store/engine/together.ts';
import type { Lease, Leases } from '../../origin/store/lease/lease.ts';
import { openLeases } from '../../origin/store/lease/open.ts';
import { openObjects } from '../../origin/store/objects/open.ts';
import { loadAssets } from '../site/built.ts';
import { sweepObjects } from './build/sweepObjects.ts';
import { catalogOf, openCatalog } from './catalog/place.ts';
import { openFolderSink } from './files/folder.ts';
import { followManifest } from './files/followed.ts';
import { fileJournal, type Journal } from './files/journal.ts';
import { objectSink } from './files/objects.ts';
import { journalOfOwed } from './files/owed.ts';
import type { Sink } from './files/sink.ts';
import { takeOver } from './files/takeOver.ts';
import { snapshotPaths } from './paths.ts';
import type { SnapshotPlace } from './served.ts';

export interface Building {
  catalog: Engine;
  sink: Sink;
  journal: Journal;
  /** Whether another may build by now. */
  isLost(): boolean;
  /** Removes what nothing names any more. */
  sweep(): Promise<unknown>;
  close(): Promise<void>;
}

/** What is unfinished, where the snapshot is. */
export const journalFor = (
  { dataDir, catalogUrl }: Pick<SnapshotPlace, 'dataDir' | 'catalogUrl'>,
  catalog: Pick<Engine, 'db'>,
): Journal => (catalogUrl ? journalOfOwed(catalog) : fileJournal(snapshotPaths(dataDir).journalFile));

/** Milliseconds. A builder that was killed is followed by another after no more than these. */
const builderTerms = { beat: 1000, fresh: 6000, lapse: 9000 };
const askAgain = 200;

/** Told of it by a builder, who may have something to do while another has the database. */
interface Waiting {
  tell: Tell;
  /** Until its signal ends. */
  meanwhile(place: Pick<Building, 'catalog' | 'sink'>, signal: AbortSignal): Promise<void>;
}

/** Waits while another builder has the database; rejects when `signal` ends. */
export const openBuilding = (place: SnapshotPlace, waiting: Waiting, signal: AbortSignal): Promise<Building> =>
  place.catalogUrl ? inDatabase(place, place.catalogUrl, waiting, signal) : inFolder(place);

async function inFolder(place: SnapshotPlace): Promise<Building> {
  const { root, staging } = snapshotPaths(place.dataDir);
  const catalog = await openCatalog(catalogOf(place));
  await takeOver(root, catalog, (await loadAssets()).keys());
  return {
    catalog,
    sink: await openFolderSink(root, staging),
    journal: journalFor(place, catalog),
    isLost: () => false,
    sweep: async () => undefined,
    close: catalog.close,
  };
}

async function inDatabase(place: SnapshotPlace, url: string, waiting: Waiting, signal: AbortSignal): Promise<Building> {
  const catalog = await openCatalog(catalogOf(place), { tell: waiting.tell });
  const bounds = place.database && { database: place.database };
  const leases = openLeases({ dataDir: place.dataDir, databaseUrl: url, ...bounds }, builderTerms);
  const objects = openObjects(place.objectStore ?? '', place.s3);
  const db = async () => catalog.db;
  const sink = objectSink({ objects, manifest: followManifest(db), catalog: db, trouble: () => undefined });
  try {
    const lease = await takeLease(leases, waiting, { catalog, sink }, signal);
    const guarded: Engine = {
      ...catalog,
      write: (work, scope) =>
        catalog.write(async (transaction) => {
          const [, done] = await together([lease.guard(transaction), work(transaction)]);
          return done;
        }, scope),
    };
    return {
      catalog: guarded,
      sink,
      journal: journalFor(place, catalog),
      isLost: () => lease.lost.aborted,
      sweep: () => sweepObjects(guarded, objects, Math.floor(Date.now() / 1000)),
      close: async () => {
        await lease.release();
        await leases.close();
        await catalog.close();
      },
    };
  } catch (error) {
    await leases.close();
    await catalog.close();
    throw error;
  }
}

async function takeLease(
  leases: Leases,
  { tell, meanwhile }: Waiting,
  place: Pick<Building, 'catalog' | 'sink'>,
  signal: AbortSignal,
): Promise<Lease> {
  const taken = new AbortController();
  const until = AbortSignal.any([signal, taken.signal]);
  try {
    for (let tries = 0; ; tries += 1) {
      const lease = await leases.take('snapshot').catch(unlessPassing);
      if (lease) return lease;
      if (tries === 0) {
        tell(
          'warn',
          'waits for another builder, which has the catalog’s database, and makes pieces of its full builds',
        );
        // It is not waited for: what hangs there must not keep the lease from who can build.
        meanwhile(place, until).catch(({ message }: Error) => tell('warn', `makes no pieces any more: ${message}`));
      }
      await wait(askAgain, undefined, { signal });
    }
  } finally {
    taken.abort();
  }
}

/** One that stands still in a transaction holds the row: then this is asked again until the server has ended that. */
function unlessPassing(error: unknown): undefined {
  if (!isPassing(error)) throw error;
}
