/** `backup` and `restore`: the whole store as one file. The mirror is made from it, so it needs no backup. */
import { chmod, constants, copyFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import type { Settings } from '../../../origin/settings/settings.ts';
import { syncPath } from '../../../origin/store/durable.ts';
import { isDamage } from '../../../origin/store/engine/faults.ts';
import { sqliteFile, withContents } from '../../../origin/store/engine/open.ts';
import { copySqlite, openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { OutdatedProgram } from '../../../origin/store/schema/migrate.ts';
import { checkStore, isOutside, nameOfLost, type StoreReport } from '../../../origin/store/skills/check.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';
import { copyNamed, replayTo, type Source } from './copied.ts';
import { bringLogKey, holdLog, type LogState, logStateIn } from './logKey.ts';

/** Copies the store as it is at one moment; the registry may go on running. */
export async function backup({ engine, settings }: OperatorContext, file: string): Promise<Outcome> {
  const { contents } = engine;
  if (await isThere(file)) throw new Error(`${file} already exists.`);
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  try {
    await copySqlite(sqliteFile(settings.dataDir), draft);
    await syncPath(draft);
    const { size } = await stat(draft);
    await rename(draft, file);
    await syncPath(dirname(file));
    const outside = contents && `The files of skills that are in ${contents.address} are not in it: keep both.`;
    const log = await logStateIn(engine.db);
    const key = log && 'The key of the transparency log is not in it: keep a copy of that too, or the log can’t go on.';
    return {
      text: [`${file}: ${(size / 1e6).toFixed(1)} MB.`, ...(outside ? [outside] : []), ...(key ? [key] : [])].join(
        '\n',
      ),
      json: { file, bytes: size, ...(contents && { objectStore: contents.address }) },
    };
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Replaces the store with a backup; the old store is kept. Nothing changes where a file is not sound; of a continuous backup
 * that is damaged, all before the damage is restored, and exit code 1 says so.
 */
export const restore = async (settings: Settings, named: string | undefined, at?: string): Promise<Outcome> =>
  restoreFrom(settings, await sourceOf(settings, named, at));

/** The same, of what was made ready to be read. */
export const restoreFrom = (settings: Settings, source: Source): Promise<Outcome> =>
  restoreTo(settings, source, async (draft) => {
    const { dataDir } = settings;
    await syncPath(draft);
    const kept = await keepStore(dataDir);
    await rename(draft, sqliteFile(dataDir));
    await syncPath(dataDir);
    await source.adopt?.();
    return kept;
  });

/** `putInPlace`: of a sound store, in SQLite; resolves to the path of what it replaced, if anything. */
export async function restoreTo(
  settings: Settings,
  source: Source,
  putInPlace: (draft: string) => Promise<string | undefined>,
): Promise<Outcome> {
  const { dataDir } = settings;
  // Held until the end: a registry that is started meanwhile waits.
  const lock = await takeBuilderLock(snapshotPaths(dataDir).builderLock);
  if (!lock) throw new Error('The registry is running. Stop it first.');
  const draft = `${sqliteFile(dataDir)}.draft`;
  try {
    const { state, damage, notes: told = [] } = await source.write(draft);
    const { skills, versions, lost, log } = await soundStore(draft, source, settings);
    const held = await holdLog(settings, log);
    const kept = await putInPlace(draft);
    const key = source.keys && (await bringLogKey(settings, log, source.keys));
    const notes = [...told, ...(key?.notes ?? []), ...held];
    const remark = kept ? ` The previous store is in ${kept}.` : '';
    const lines = [
      `Restored ${skills} skills, ${versions} versions${state ? `, ${state}` : ''}.${remark}`,
      ...damage.map((what) => `DAMAGED: ${what}`),
      ...lost.map((file) => `MISSING: ${nameOfLost(file)} ${file.what}.`),
      ...notes,
      'Start the registry to rebuild the mirror: npm start',
    ];
    const said = { ...(state && { state }), ...(damage.length > 0 && { damage }), ...(notes.length > 0 && { notes }) };
    const json = { skills, versions, kept, ...said, lost };
    return { text: lines.join('\n'), json, exitCode: damage.length + lost.length > 0 || key?.isFailed ? 1 : 0 };
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(draft + suffix, { force: true });
    await lock.release();
  }
}

/** A file, or the continuous backup. */
async function sourceOf(settings: Settings, named: string | undefined, at: string | undefined): Promise<Source> {
  const copy = await copyNamed(settings, named);
  if (copy) return replayTo(copy, settings, at);
  const file = named as string;
  if (at !== undefined) throw new Error('--at is for the continuous backup: a file has one state.');
  const write = async (draft: string) => {
    await copyFile(file, draft);
    await chmod(draft, 0o600);
    return { damage: [] };
  };
  return { name: file, write, keys: { find: async () => undefined } };
}

/** The copy at the newest schema, after a look at all of it. `name`: what it is a copy of. */
async function soundStore(
  draft: string,
  { name: file, isPartial }: Pick<Source, 'name' | 'isPartial'>,
  settings: Settings,
): Promise<StoreReport & { log: LogState | undefined }> {
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
    const { contents } = await withContents(copied, settings, () => undefined);
    // From before there was an object store, it is of no registry that the objects there could be of.
    const anyOutside = await copied.db.selectFrom('contents').select('hash').limit(1).executeTakeFirst();
    const report = await checkStore(copied.db, () => undefined, anyOutside ? { contents } : {});
    // What objects lack, the backup does not.
    const [lost] = report.lost.filter((file) => !isPartial && !isOutside(file));
    const [problem = lost && `${nameOfLost(lost)} ${lost.what}`] = report.problems;
    if (problem) throw new Error(`${file} is damaged: ${problem}`);
    return { ...report, log: await logStateIn(copied.db) };
  } finally {
    await copied.close();
  }
}

/**
 * A copy of the store beside it, by its path. Closing the store last takes its newest writes into its file: what stands in
 * its place next must not meet them. Where they stay in theirs, another program has the store open. One that is damaged is
 * kept as it is, with the file of its newest writes. Undefined where there is none.
 */
async function keepStore(dataDir: string): Promise<string | undefined> {
  const store = sqliteFile(dataDir);
  const kept = beforeFile(dataDir);
  if (!(await isThere(store))) {
    // Its newest writes alone, of which it was not: SQLite would take them for writes to what stands in its place next.
    if (await isThere(`${store}-wal`)) await copyDurably(`${store}-wal`, `${kept}-wal`);
    for (const suffix of ['-wal', '-shm']) await rm(store + suffix, { force: true });
    return undefined;
  }
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
  join(dataDir, `before-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 17)}.sqlite`);

export async function copyDurably(file: string, target: string): Promise<void> {
  await copyFile(file, target, constants.COPYFILE_EXCL);
  await syncPath(target);
  await syncPath(dirname(target));
}

const isThere = async (file: string): Promise<boolean> =>
  (await stat(file).catch((error: NodeJS.ErrnoException) => orMissing(error))) !== undefined;

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
