/** The snapshot of a data directory: its places, and how it is opened for building. */
import { join } from 'node:path';
import type { Site } from '../../origin/read/reading.ts';
import type { DatabaseBounds } from '../../origin/store/engine/connections/pools.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { isDamage } from '../../origin/store/engine/faults.ts';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import type { S3Settings } from '../../origin/store/objects/s3/bucket.ts';
import { mirrorFolder, tagBitsOf } from '../../origin/store/tagBits.ts';
import { cliFiles, loadAssets, renderHtml } from '../site/built.ts';
import { fingerprintsOf } from './build/fingerprint.ts';
import { openLists } from './build/lists.ts';
import type { SnapshotParts } from './build/parts.ts';
import { openSnapshot, type Snapshot } from './build/snapshot.ts';
import type { BuilderLock } from './builderLock.ts';
import { isSound, setAside } from './catalog/damaged.ts';
import type { Cache } from './catalog/purges.ts';
import { openFolderSink } from './files/folder.ts';
import { fileJournal } from './files/journal.ts';
import { takeOver } from './files/takeOver.ts';
import { makerOfThreads, usualCrew } from './pieces/threads.ts';

/** Where a data directory keeps its snapshot: `root` is what a web server serves. */
export function snapshotPaths(dataDir: string) {
  const inMirror = (name: string) => join(mirrorFolder(dataDir), name);
  return {
    root: inMirror('public'),
    staging: inMirror('staging'),
    catalogFile: inMirror('catalog.sqlite'),
    journalFile: inMirror('journal.json'),
    builderLock: inMirror('builder.lock'),
  };
}

interface Settings {
  dataDir: string;
  databaseUrl?: string | undefined;
  database?: DatabaseBounds;
  objectStore?: string | undefined;
  s3?: S3Settings;
  role?: string | undefined;
  site: Site;
}

export interface Builder extends Snapshot {
  /** Undefined while it is being put in place of a damaged one. */
  catalog(): Engine | undefined;
  close(): Promise<void>;
}

/** Milliseconds from one making of lists to the next, while much is published. */
const listsEvery = 1000;

/** Milliseconds for which a catalog that was read whole counts as sound: a damaged store fails every step. */
const soundFor = 600_000;

/**
 * Opens the snapshot for building, by who holds its lock; closing it releases that, as does a failure to open it. A damaged
 * catalog is built again, loudly.
 */
export async function openBuilder(
  { dataDir, databaseUrl, database, objectStore, s3, role, site }: Settings,
  store: Engine,
  lock: BuilderLock,
  alarm: SnapshotParts['alarm'],
  caches: readonly Cache[],
  crew = usualCrew(),
): Promise<Builder> {
  const { root, staging, catalogFile, journalFile } = snapshotPaths(dataDir);
  const open = async () => {
    const tagBits = await tagBitsOf({ dataDir, role, databaseUrl });
    const place = { dataDir, databaseUrl, database, objectStore, s3, catalogFile, root, staging, tagBits, site };
    const catalog = await openSqlite(catalogFile, { partial: true });
    try {
      const assets = await loadAssets();
      await takeOver(root, catalog, assets.keys());
      const snapshot = await openSnapshot({
        store,
        catalog,
        journal: fileJournal(journalFile),
        sink: await openFolderSink(root, staging),
        looking: { isThorough: () => false, seen: lock.beat },
        tagBits,
        assets,
        site,
        html: renderHtml,
        cliFiles,
        lists: openLists(listsEvery),
        makerFor: makerOfThreads(place, crew),
        fingerprints: await fingerprintsOf(site, tagBits),
        alarm,
        caches,
        now: () => Math.floor(Date.now() / 1000),
      });
      return { catalog, snapshot };
    } catch (error) {
      await catalog.close();
      throw error;
    }
  };
  let foundSound = Number.NEGATIVE_INFINITY;
  /** It may be the store that is damaged: that can't be made again. */
  const isCatalogDamaged = async (error: unknown): Promise<boolean> => {
    if (!isDamage(error) || performance.now() - foundSound < soundFor) return false;
    if (!(await isSound(catalogFile))) return true;
    foundSound = performance.now();
    return false;
  };
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  /** Does `work`; where it fails because the catalog is damaged, with a new one. */
  const withCatalog = async <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
    try {
      opened ??= await open();
      return await work(opened.snapshot);
    } catch (error) {
      if (!(await isCatalogDamaged(error))) throw error;
      const what = (error as Error).message;
      alarm('the catalog of the snapshot is damaged; it is set aside, and built again', { what });
      await opened?.catalog.close();
      opened = undefined;
      await setAside(catalogFile);
      opened = await open();
      return work(opened.snapshot);
    }
  };
  const close = async () => {
    try {
      await opened?.catalog.close();
    } finally {
      await lock.release();
    }
  };
  await withCatalog(async () => undefined).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    step: async (onProgress) => {
      lock.beat();
      return withCatalog(({ step }) => step(onProgress));
    },
    catalog: () => opened?.catalog,
    full: (onProgress) => withCatalog(({ full }) => full(onProgress)),
    scrub: () => withCatalog(({ scrub }) => scrub()),
    close,
  };
}
