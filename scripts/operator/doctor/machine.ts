import { constants } from 'node:fs';
import { access, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sqliteFile } from '../../../origin/store/engine/open.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { type Check, counted, type Problem } from './check.ts';

/** Bytes below which a disk counts as full, whatever else is on it. */
const minFreeBytes = 256 * 2 ** 20;

const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** Room for one more copy of the store, as a backup or a migration needs; and that the disk takes what is written. */
export async function lookAtDisk({ settings }: Pick<OperatorContext, 'settings'>): Promise<Omit<Check, 'name'>> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(settings.dataDir);
  const free = bavail * bsize;
  const store = settings.databaseUrl || settings.follow ? 0 : (await stat(sqliteFile(settings.dataDir))).size;
  const needed = Math.max(minFreeBytes, store);
  const remedy = `Free some room on the disk of ${settings.dataDir}, or move it to a larger one.`;
  const problems: Problem[] = [];
  const unwritable = await whyUnwritable(settings.dataDir);
  if (unwritable)
    problems.push({
      what: `nothing can be written in ${settings.dataDir}: ${unwritable}`,
      remedy: 'Reads go on; writes answer 503 until it can. The system’s log (dmesg) says what happened to the disk.',
    });
  if (free < needed)
    problems.push({ what: `only ${inGigabytes(free)} are free; ${inGigabytes(needed)} are needed`, remedy });
  if (files > 0 && ffree < files / 100)
    problems.push({ what: `only ${counted(ffree, 'more file')} can be created`, remedy });
  const looked = `${inGigabytes(free)} free of ${inGigabytes(blocks * bsize)}, and whether a file can be written and synced`;
  return { looked, problems };
}

/** Undefined where a small file can be written, synced and removed again. */
async function whyUnwritable(folder: string): Promise<string | undefined> {
  // One name: what a killed one left goes with the next.
  const file = join(folder, '.doctor');
  try {
    const handle = await open(file, 'w');
    try {
      await handle.writeFile(Buffer.alloc(4096));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).message;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** That all there is belongs to who the registry runs as, that nobody else may change it, and everyone not read the store. */
export async function lookAtPermissions({ settings }: Pick<OperatorContext, 'settings'>): Promise<Omit<Check, 'name'>> {
  const { dataDir } = settings;
  const { uid } = await stat(dataDir);
  const names = (await readdir(dataDir)).map((name) => join(dataDir, name));
  const mirror = join(dataDir, 'mirror');
  const inMirror = ((await unlessGone(readdir(mirror))) ?? []).map((name) => join(mirror, name));
  const problems: Problem[] = [];
  let looked = 0;
  for (const path of [dataDir, ...names, ...inMirror]) {
    const stats = await unlessGone(stat(path));
    if (!stats) continue;
    looked += 1;
    const chown = `chown -R ${uid} ${dataDir}`;
    if (stats.uid !== uid)
      problems.push({ what: `${path} belongs to user ${stats.uid}, its folder to ${uid}`, remedy: chown });
    else if (!(await isWritable(path)))
      problems.push({ what: `${path} can’t be written`, remedy: `chmod -R u+rwX ${dataDir}` });
    if ((stats.mode & 0o002) !== 0)
      problems.push({ what: `everyone can change ${path}`, remedy: `chmod -R o-w ${dataDir}` });
    if ((stats.mode & 0o004) !== 0 && path.startsWith(sqliteFile(dataDir)))
      problems.push({
        what: `everyone on this machine can read ${path}, private skills too`,
        remedy: `chmod o-r ${path}`,
      });
  }
  return { looked: `owner and mode of ${counted(looked, 'file')} in ${dataDir}`, problems };
}

/** Undefined for what has been removed meanwhile; that it can't be looked at for another reason is an error. */
const unlessGone = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Of a disk that is read-only the look at the disk tells. */
const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'EROFS',
  );

/** Seconds that an event may be ahead of this machine. */
const ahead = 60;

/** That nothing happened in what this machine takes for the future: sessions would end too late, and lists be out of order. */
export async function lookAtClock({ engine, now }: OperatorContext): Promise<Omit<Check, 'name'>> {
  const { newest } = await engine.db
    .selectFrom('events')
    .select((e) => e.fn.max('created_at').as('newest'))
    .executeTakeFirstOrThrow();
  const at = now();
  const looked = `${timeOf(at)}, against the newest event`;
  if (Number(newest ?? 0) <= at + ahead) return { looked, problems: [] };
  const what = `the newest event is of ${timeOf(Number(newest))}, ${counted(Number(newest) - at, 'second')} in the future`;
  const remedy =
    'Set the clock of this machine (NTP). Where it is right by now and was ahead before, nothing is lost: what was written then keeps its time.';
  return { looked, problems: [{ what, remedy }] };
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
