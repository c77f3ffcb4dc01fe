/** The snapshot of a data directory: its places, its one builder at a time. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadAssets, renderHtml } from '../../origin/read/builtSite.ts';
import type { Site } from '../../origin/read/reading.ts';
import type { Engine } from '../../origin/store/engine.ts';
import { openSqlite } from '../../origin/store/sqlite.ts';
import { openSnapshot, type Snapshot } from './build.ts';
import { snapshotFingerprint } from './fingerprint.ts';
import { fileJournal } from './journal.ts';
import { directorySink } from './sink.ts';

/** Where a data directory keeps its snapshot: `root` is what a web server serves. */
export const snapshotPaths = (dataDir: string) => ({
  root: join(dataDir, 'mirror/public'),
  staging: join(dataDir, 'mirror/staging'),
  catalogFile: join(dataDir, 'mirror/catalog.sqlite'),
  journalFile: join(dataDir, 'mirror/journal.json'),
  lockFile: join(dataDir, 'mirror/builder.pid'),
});

export interface Builder extends Snapshot {
  close(): Promise<void>;
}

/** Opens the snapshot for building. Throws `BuilderBusy` while another process builds it. */
export async function openBuilder({ dataDir, site }: { dataDir: string; site: Site }, store: Engine): Promise<Builder> {
  const { root, staging, catalogFile, journalFile, lockFile } = snapshotPaths(dataDir);
  await mkdir(join(dataDir, 'mirror'), { recursive: true });
  await takeLock(lockFile);
  const catalog = await openSqlite(catalogFile, { partial: true });
  const snapshot = await openSnapshot({
    store,
    catalog,
    journal: fileJournal(journalFile),
    sink: await directorySink(root, staging),
    assets: await loadAssets(),
    site,
    html: renderHtml,
    fingerprint: await snapshotFingerprint(site),
    now: () => Math.floor(Date.now() / 1000),
  });
  return {
    ...snapshot,
    close: async () => {
      await catalog.close();
      await rm(lockFile, { force: true });
    },
  };
}

export class BuilderBusy extends Error {
  constructor(pid: number) {
    super(`Process ${pid} is building this snapshot.`);
  }
}

/** The file holds the builder's process id; one whose process is gone is nobody's. */
async function takeLock(lockFile: string): Promise<void> {
  for (;;) {
    try {
      return await writeFile(lockFile, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const pid = Number(await readFile(lockFile, 'utf8').catch(() => ''));
    if (pid && pid !== process.pid && isRunning(pid)) throw new BuilderBusy(pid);
    await rm(lockFile, { force: true });
  }
}

/** Whether some process keeps this data directory's snapshot up to date. */
export async function isBeingBuilt(dataDir: string): Promise<boolean> {
  const pid = Number(await readFile(snapshotPaths(dataDir).lockFile, 'utf8').catch(() => ''));
  return pid > 0 && isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
