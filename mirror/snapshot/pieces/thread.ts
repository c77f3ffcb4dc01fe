/** The thread behind threads.ts: opens store and catalog for reading, and makes one piece after another. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { TagBits } from '../../../origin/contract/cache.ts';
import type { Site } from '../../../origin/read/reading.ts';
import type { DatabaseBounds } from '../../../origin/store/engine/connections/pools.ts';
import { openStore, sqliteFile, withContents } from '../../../origin/store/engine/open.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import type { S3Settings } from '../../../origin/store/objects/s3/bucket.ts';
import { cliFiles, renderHtml } from '../../site/built.ts';
import type { Piece } from '../address/everyAddress.ts';
import type { Made, Maker, Workshop } from '../build/parts.ts';
import { openFolderSink } from '../files/folder.ts';
import { makerHere } from './maker.ts';

/** What a thread is to open. */
export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
  database: DatabaseBounds | undefined;
  objectStore: string | undefined;
  s3: S3Settings | undefined;
  catalogFile: string;
  root: string;
  staging: string;
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

async function open({ catalogFile, root, staging, tagBits, site, stale, nth, ...place }: Place): Promise<Maker> {
  let said = 0;
  return makerHere(
    {
      store: await openForReading(place),
      catalog: await openSqlite(catalogFile, { readOnly: true }),
      sink: await openFolderSink(root, join(staging, `thread-${nth}`)),
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

async function openForReading({
  dataDir,
  databaseUrl,
  database,
  ...objects
}: Pick<Place, 'dataDir' | 'databaseUrl' | 'database' | 'objectStore' | 's3'>) {
  const bounds = database && { database: { ...database, poolSize: 2 } };
  return databaseUrl
    ? openStore({ dataDir, databaseUrl, ...bounds, ...objects }, { isUnhurried: true })
    : withContents(await openSqlite(sqliteFile(dataDir), { readOnly: true }), objects, () => undefined);
}
