/** The snapshot of a data directory: its places, and how it is opened for building. */
import { join } from 'node:path';
import type { Site } from '../../origin/read/reading.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { loadAssets, renderHtml } from '../site/built.ts';
import { snapshotFingerprint } from './build/fingerprint.ts';
import { openSnapshot, type Snapshot } from './build/snapshot.ts';
import type { BuilderLock } from './builderLock.ts';
import { fileJournal } from './files/journal.ts';
import { directorySink, type Sink } from './files/sink.ts';

/** Where a data directory keeps its snapshot: `root` is what a web server serves. */
export const snapshotPaths = (dataDir: string) => ({
  root: join(dataDir, 'mirror/public'),
  staging: join(dataDir, 'mirror/staging'),
  catalogFile: join(dataDir, 'mirror/catalog.sqlite'),
  journalFile: join(dataDir, 'mirror/journal.json'),
  builderLock: join(dataDir, 'mirror/builder.lock'),
});

export interface Builder extends Snapshot {
  close(): Promise<void>;
}

/** Opens the snapshot for building, by who holds its lock; closing it releases that. */
export async function openBuilder(
  { dataDir, site }: { dataDir: string; site: Site },
  store: Engine,
  lock: BuilderLock,
): Promise<Builder> {
  const { root, staging, catalogFile, journalFile } = snapshotPaths(dataDir);
  const catalog = await openSqlite(catalogFile, { partial: true });
  const { step, full } = await openSnapshot({
    store,
    catalog,
    journal: fileJournal(journalFile),
    sink: beating(await directorySink(root, staging), lock),
    assets: await loadAssets(),
    site,
    html: renderHtml,
    fingerprint: await snapshotFingerprint(site),
    now: () => Math.floor(Date.now() / 1000),
  });
  return {
    step: async (tell) => {
      lock.beat();
      return step(tell);
    },
    full,
    close: async () => {
      await catalog.close();
      await lock.release();
    },
  };
}

/** A sink that tells with every file that the work goes on. */
const beating = (sink: Sink, { beat }: BuilderLock): Sink => ({
  ...sink,
  holds: (file, answer) => {
    beat();
    return sink.holds(file, answer);
  },
  isWhole: (file, answer) => {
    beat();
    return sink.isWhole(file, answer);
  },
});
