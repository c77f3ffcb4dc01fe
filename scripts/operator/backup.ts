/** `backup` and `restore`: the whole store as one file. The mirror is made from it, so it needs no backup. */
import { copyFile, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { takeBuilderLock } from '../../mirror/snapshot/builderLock.ts';
import { snapshotPaths } from '../../mirror/snapshot/open.ts';
import type { Settings } from '../../origin/settings.ts';
import { isDamage } from '../../origin/store/engine/faults.ts';
import { sqliteFile } from '../../origin/store/engine/open.ts';
import { copySqlite, openSqlite } from '../../origin/store/engine/sqlite.ts';
import { OutdatedProgram } from '../../origin/store/schema/migrate.ts';
import { checkStore, nameOfLost, type StoreReport } from '../../origin/store/skills/check.ts';
import type { OperatorContext, Outcome } from './operatorContext.ts';

/** Copies the store as it is at one moment; the registry may go on running. */
export async function backup({ settings }: OperatorContext, file: string): Promise<Outcome> {
  refusePostgres(settings, 'pg_dump');
  if (await isThere(file)) throw new Error(`${file} already exists.`);
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  try {
    await copySqlite(sqliteFile(settings.dataDir), draft);
    await flush(draft);
    const { size } = await stat(draft);
    await rename(draft, file);
    await flush(dirname(file));
    return { text: `${file}: ${(size / 1e6).toFixed(1)} MB.`, json: { file, bytes: size } };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Replaces the store with a backup; the old store is kept. Nothing changes where the backup is not sound. */
export async function restore(settings: Settings, file: string): Promise<Outcome> {
  const { dataDir } = settings;
  refusePostgres(settings, 'pg_restore');
  // Held until the end: a registry that is started meanwhile waits.
  const lock = await takeBuilderLock(snapshotPaths(dataDir).builderLock);
  if (!lock) throw new Error('The registry is running. Stop it first.');
  const store = sqliteFile(dataDir);
  const draft = `${store}.draft`;
  try {
    await copyFile(file, draft);
    const { skills, versions } = await soundStore(draft, file);
    await flush(draft);
    const kept = (await isThere(store)) ? await keepStore(dataDir) : undefined;
    await rename(draft, store);
    await flush(dataDir);
    const remark = kept ? ` The previous store is in ${kept}.` : '';
    return {
      text: `Restored ${skills} skills, ${versions} versions.${remark}\nStart the registry to rebuild the mirror: npm start`,
      json: { skills, versions, kept },
    };
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(draft + suffix, { force: true });
    await lock.release();
  }
}

/** The copy at the newest schema, after a look at all of it. `file` is what it is a copy of. */
async function soundStore(draft: string, file: string): Promise<StoreReport> {
  const copied = await openSqlite(draft).catch((error: Error) => {
    throw new Error(`${file} is not a store: ${error.message.replace(draft, 'SQLite')}`);
  });
  try {
    await copied
      .write(async () => undefined)
      .catch((error: Error) => {
        throw error instanceof OutdatedProgram
          ? new Error(`${file} is from a newer version of the registry. Restore it with that version.`)
          : error;
      });
    const report = await checkStore(copied.db, () => undefined);
    const [lost] = report.lost;
    const [problem = lost && `${nameOfLost(lost)} ${lost.what}`] = report.problems;
    if (problem) throw new Error(`${file} is damaged: ${problem}`);
    return report;
  } finally {
    await copied.close();
  }
}

/**
 * A copy of the store beside it, by its path. Closing the store last takes its newest writes into its file: what stands in
 * its place next must not meet them. Where they stay in theirs, another program has the store open. One that is damaged is
 * kept as it is, with the file of its newest writes.
 */
async function keepStore(dataDir: string): Promise<string> {
  const store = sqliteFile(dataDir);
  const kept = beforeFile(dataDir);
  try {
    const engine = await openSqlite(store);
    await engine.close();
    if (await isThere(`${store}-wal`)) throw new Error('Another program has the store open. End it first.');
    await copyDurably(store, kept);
  } catch (error) {
    if (!isDamage(error)) throw error;
    for (const suffix of ['', '-wal'])
      if (await isThere(store + suffix)) await copyDurably(store + suffix, kept + suffix);
    for (const suffix of ['-wal', '-shm']) await rm(store + suffix, { force: true });
  }
  return kept;
}

/** Where a store is kept that is about to be changed. */
export const beforeFile = (dataDir: string): string =>
  join(dataDir, `before-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}.sqlite`);

export async function copyDurably(file: string, target: string): Promise<void> {
  await copyFile(file, target);
  await flush(target);
  await flush(dirname(target));
}

function refusePostgres({ databaseUrl }: Settings, program: string): void {
  if (databaseUrl) throw new Error(`This store is in PostgreSQL: use ${program}.`);
}

const isThere = async (file: string): Promise<boolean> =>
  (await stat(file).catch((error: NodeJS.ErrnoException) => orMissing(error))) !== undefined;

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Of a folder, the names in it. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
