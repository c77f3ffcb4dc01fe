/** The snapshot of a data directory: its places, and how it is opened for building. */
import { join } from 'node:path';
import type { Site } from '../../origin/read/reading.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { mirrorFolder, tagBitsOf } from '../../origin/store/tagBits.ts';
import { cliFiles, loadAssets, renderHtml } from '../site/built.ts';
import { fingerprintsOf } from './build/fingerprint.ts';
import type { SnapshotParts } from './build/parts.ts';
import { openSnapshot, type Snapshot } from './build/snapshot.ts';
import type { BuilderLock } from './builderLock.ts';
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

/** Opens the snapshot for building, by who holds its lock; closing it releases that. */
export async function openBuilder(
  { dataDir, site }: { dataDir: string; site: Site },
  store: Engine,
  lock: BuilderLock,
  alarm: SnapshotParts['alarm'],
): Promise<Builder> {
  const { root, staging, catalogFile, journalFile } = snapshotPaths(dataDir);
  const catalog = await openSqlite(catalogFile, { partial: true });
  const tagBits = await tagBitsOf(dataDir);
  const { step, full, scrub } = await openSnapshot({
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
  return {
    step: async (onProgress) => {
      lock.beat();
      return step(onProgress);
    },
    full,
    scrub,
    close: async () => {
      await catalog.close();
      await lock.release();
    },
  };
}
