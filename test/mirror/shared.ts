/** A snapshot in a database and an object store, and mirrors that have nothing but these. */
import pino from 'pino';
import { openFallback } from '../../mirror/fallback/fallback.ts';
import { createMirror } from '../../mirror/serve/app.ts';
import { renderHtml } from '../../mirror/site/built.ts';
import type { Lists } from '../../mirror/snapshot/build/lists.ts';
import type { SnapshotParts } from '../../mirror/snapshot/build/parts.ts';
import { openSnapshot } from '../../mirror/snapshot/build/snapshot.ts';
import { currentCatalog } from '../../mirror/snapshot/catalog/current.ts';
import { openCatalog } from '../../mirror/snapshot/catalog/place.ts';
import { followManifest } from '../../mirror/snapshot/files/followed.ts';
import { entriesAfter, entriesOf } from '../../mirror/snapshot/files/manifest.ts';
import { objectFiles, objectSink } from '../../mirror/snapshot/files/objects.ts';
import { journalOfOwed } from '../../mirror/snapshot/files/owed.ts';
import type { CliFiles } from '../../origin/read/pages/page.ts';
import type { LogSigner } from '../../origin/store/log/extend.ts';
import type { Objects } from '../../origin/store/objects/objects.ts';
import { assets, roomy, site, type TestRegistry, wideOpen } from '../registry.ts';
import { fingerprints } from './mirrored.ts';

/** Short, so that a test that takes the database away need not wait; but to connect takes over a second on a busy machine. */
const database = { poolSize: 4, connectTimeout: 3000, statementTimeout: 5000, lockTimeout: 5000, idleTimeout: 30_000 };

export interface Shared {
  url: string;
  objects: Objects;
}

type MadeWith = Pick<SnapshotParts, 'html' | 'fingerprints'>;

/** A builder on both. */
export async function openSharedBuilder(
  { engine, clock }: TestRegistry,
  { url, objects }: Shared,
  {
    cliFiles,
    lists,
    signer,
    through = () => ({}),
    ...made
  }: {
    cliFiles?: CliFiles;
    lists?: Lists;
    signer?: LogSigner;
    /** What stands in front of its parts. */
    through?: (parts: Pick<SnapshotParts, 'sink' | 'journal' | 'catalog'>) => Partial<SnapshotParts>;
  } & Partial<MadeWith> = {},
) {
  const catalog = await openCatalog({ url, database });
  const db = async () => catalog.db;
  const sink = objectSink({ objects, manifest: followManifest(db), catalog: db, trouble: () => undefined });
  const alarms: string[] = [];
  const writing = { catalog, sink, journal: journalOfOwed(catalog) };
  const snapshot = await openSnapshot({
    ...{
      store: engine,
      ...writing,
      ...through(writing),
      tagBits: 33,
      assets: await assets,
      site,
      html: renderHtml,
      fingerprints,
      ...made,
    },
    ...(cliFiles && { cliFiles }),
    ...(lists && { lists }),
    ...(signer && { signer }),
    alarm: (what, about) => void alarms.push(`${what} ${JSON.stringify(about ?? {})}`),
    now: () => clock.now,
  }).catch(async (error) => {
    await catalog.close();
    throw error;
  });
  return {
    ...{ catalog, sink, snapshot, alarms },
    entries: async (paths: readonly string[]) => [...(await entriesOf(catalog.db, paths)).values()],
    files: async () => (await entriesAfter(catalog.db, '', 1e6)).map(({ path }) => path),
    [Symbol.asyncDispose]: catalog.close,
  };
}

/** A mirror on both, which follows what moves. */
export async function openSharedMirror(
  { clock }: Pick<TestRegistry, 'clock'>,
  { url, objects }: Shared,
  cliFiles?: CliFiles,
) {
  const current = currentCatalog({ url, database }, ({ db }) => db);
  const manifest = followManifest(current.get);
  const troubles: string[] = [];
  const trouble = (object: string, what: string) => void troubles.push(`${object} ${what}`);
  const files = objectFiles({ objects, manifest, catalog: current.get, trouble });
  const now = () => clock.now;
  const cli = cliFiles && { cliFiles };
  const fallback = openFallback({
    catalog: { url, database },
    files,
    tagBits: 33,
    site,
    html: renderHtml,
    now,
    ...cli,
  });
  const log = pino({ level: 'silent' });
  const parts = { files, tagBits: 33, fallback, site, log, metering: roomy(), admission: wideOpen() } as const;
  const stopping = new AbortController();
  const following = manifest.follow(stopping.signal);
  return {
    ...{ mirror: createMirror(parts), files, manifest, fallback, troubles },
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await following;
      await fallback.close();
      await current.close();
    },
  };
}
