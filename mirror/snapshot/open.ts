/** The snapshot of a data directory: its places, and how it is opened for building. */
import { join } from 'node:path';
import type { Site } from '../../origin/read/reading.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { isDamage } from '../../origin/store/engine/faults.ts';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { mirrorFolder, tagBitsOf } from '../../origin/store/tagBits.ts';
import { cliFiles, loadAssets, renderHtml } from '../site/built.ts';
import { fingerprintsOf } from './build/fingerprint.ts';
import type { SnapshotParts } from './build/parts.ts';
import { openSnapshot, type Snapshot } from './build/snapshot.ts';
import type { BuilderLock } from './builderLock.ts';
import { isSound, setAside } from './catalog/damaged.ts';
import { openFolderSink } from './files/folder.ts';
import { fileJournal } from './files/journal.ts';

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

export interface Builder extends Snapshot {
  close(): Promise<void>;
}

/** Opens the snapshot for building, by who holds its lock; closing it releases that. A damaged catalog is built again, loudly. */
export async function openBuilder(
  { dataDir, site }: { dataDir: string; site: Site },
  store: Engine,
  lock: BuilderLock,
  alarm: SnapshotParts['alarm'],
): Promise<Builder> {
  const { root, staging, catalogFile, journalFile } = snapshotPaths(dataDir);
  const tagBits = await tagBitsOf(dataDir);
  const open = async () => {
    const catalog = await openSqlite(catalogFile, { partial: true });
    try {
      const snapshot = await openSnapshot({
        store,
        catalog,
        journal: fileJournal(journalFile),
        sink: await openFolderSink(root, staging),
        looking: { isThorough: () => false, seen: lock.beat },
        tagBits,
        assets: await loadAssets(),
        site,
        html: renderHtml,
        cliFiles,
        fingerprints: await fingerprintsOf(site, tagBits),
        alarm,
        now: () => Math.floor(Date.now() / 1000),
      });
      return { catalog, snapshot };
    } catch (error) {
      await catalog.close();
      throw error;
    }
  };
  const openAfresh = async (error: unknown) => {
    alarm('the catalog of the snapshot is damaged; it is set aside, and built again', {
      what: (error as Error).message,
    });
    await setAside(catalogFile);
    return open();
  };
  let opened = await open().catch(async (error) => {
    if (!isDamage(error) || (await isSound(catalogFile))) throw error;
    return openAfresh(error);
  });
  /** Does `work`; where it fails because the catalog is damaged, with a new one. */
  const withCatalog = async <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
    try {
      return await work(opened.snapshot);
    } catch (error) {
      // It may be the store that is damaged: that can't be made again.
      if (!isDamage(error) || (await isSound(catalogFile))) throw error;
      await opened.catalog.close();
      opened = await openAfresh(error);
      return work(opened.snapshot);
    }
  };
  return {
    step: async (onProgress) => {
      lock.beat();
      return withCatalog(({ step }) => step(onProgress));
    },
    full: (onProgress) => withCatalog(({ full }) => full(onProgress)),
    scrub: () => withCatalog(({ scrub }) => scrub()),
    close: async () => {
      await opened.catalog.close();
      await lock.release();
    },
  };
}
