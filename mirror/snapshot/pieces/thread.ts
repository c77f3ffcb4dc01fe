/** The thread behind threads.ts: opens store and catalog for reading, and makes one piece after another. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { TagBits } from '../../../origin/contract/headers/cache.ts';
import type { Site } from '../../../origin/read/reading.ts';
import type { DatabaseBounds } from '../../../origin/store/engine/connections/pools.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openStore, sqliteFile, withContents } from '../../../origin/store/engine/open.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { openObjects } from '../../../origin/store/objects/open.ts';
import { cliFiles, renderHtml } from '../../site/built.ts';
import type { Piece } from '../address/everyAddress.ts';
import type { Made, Maker, Workshop } from '../build/parts.ts';
import { catalogOf, openCatalogToRead } from '../catalog/place.ts';
import { openFolderSink } from '../files/folder.ts';
import { followManifest } from '../files/followed.ts';
import { objectSink } from '../files/objects.ts';
import type { Sink } from '../files/sink.ts';
import { snapshotPaths } from '../paths.ts';
import type { SnapshotPlace } from '../served.ts';
import { makerHere } from './maker.ts';

/** What a thread is to open. */
export interface Place extends Omit<SnapshotPlace, 'database'> {
  database: DatabaseBounds | undefined;
  tagBits: TagBits;
  site: Site;
  stale: readonly string[];
  /** Which of the threads it is. */
  nth: number;
}

export interface Order {
  piece: Piece;
  isThorough: boolean;
}

export type Heard =
  | { made: Made }
  | { failed: string }
  /** Of the files that are looked at, one a second at most. */
  | { seen: string }
  | { alarm: Parameters<Workshop['alarm']> };

const say = (heard: Heard) => parentPort?.postMessage(heard);

const opening = open(workerData);
opening.catch(() => undefined);

parentPort?.on('message', async ({ piece, isThorough }: Order) => {
  try {
    say({ made: await (await opening).make(piece, isThorough) });
  } catch (error) {
    say({ failed: (error as Error).message });
  }
});

async function open({ tagBits, site, stale, nth, database, ...given }: Place): Promise<Maker> {
  const place = { ...given, ...(database && { database: { ...database, poolSize: 2 } }) };
  const catalog = await openCatalogToRead(catalogOf(place));
  let said = 0;
  return makerHere(
    {
      store: await openForReading(place),
      catalog,
      sink: await sinkOf(place, catalog, nth),
      ...{ tagBits, site, cliFiles, html: renderHtml },
      alarm: (...alarm) => say({ alarm }),
      now: () => Math.floor(Date.now() / 1000),
      seen: (path) => {
        if (performance.now() - said < 1000) return;
        said = performance.now();
        say({ seen: path });
      },
    },
    stale,
  );
}

const openForReading = async (place: SnapshotPlace): Promise<Engine> =>
  place.databaseUrl
    ? openStore({ databaseUrl: undefined, ...place }, { isUnhurried: true })
    : withContents(await openSqlite(sqliteFile(place.dataDir), { readOnly: true }), place, () => undefined);

async function sinkOf(
  { dataDir, catalogUrl, objectStore, s3 }: SnapshotPlace,
  { db }: Engine,
  nth: number,
): Promise<Sink> {
  const { root, staging } = snapshotPaths(dataDir);
  if (!catalogUrl) return openFolderSink(root, join(staging, `thread-${nth}`));
  const [objects, catalog] = [openObjects(objectStore ?? '', s3), async () => db];
  return objectSink({ objects, manifest: followManifest(catalog), catalog, trouble: () => undefined });
}
