/** One process at a time. A lock whose process is gone counts for nothing. */
import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from './failure.ts';

export interface Lock {
  /** The file that stands there while a process holds the lock. */
  lock: string;
  /** A folder of the same file system, where locks are made before they count. */
  staging: string;
  /** What its holder does, in words: `sync`. */
  purpose: string;
  /** Milliseconds to wait for another process to end. */
  patience: number;
}

interface Holder {
  pid: number;
  /** When the process began, as its system counts; empty where it doesn't say. Process ids are used again. */
  began: string;
}

/** Milliseconds between two looks at a lock that somebody holds. */
const betweenLooks = 20;

/** Runs `work` while no other process holds the lock. Errors: `Failure` where one still does after `patience`. */
export async function locked<T>(wanted: Lock, work: () => Promise<T>): Promise<T> {
  const { lock, staging, purpose, patience } = wanted;
  const own: Holder = { pid: process.pid, began: await beginningOf(process.pid) };
  const deadline = Date.now() + patience;
  while (!(await take(lock, own, staging))) {
    const holder = await holderOf(lock);
    if (!holder || !(await isAlive(holder))) await clearStale(lock, staging);
    else if (Date.now() < deadline) await wait(betweenLooks);
    else throw isBusy(lock, purpose, holder);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Whether another process holds the lock now. */
export async function isLocked(lock: string): Promise<boolean> {
  const holder = await holderOf(lock);
  return holder !== undefined && (await isAlive(holder));
}

/** Made whole under another name and then linked: nobody ever reads half a lock. */
async function take(lock: string, holder: Holder, staging: string): Promise<boolean> {
  const own = join(staging, `lock-${randomUUID()}`);
  const handle = await open(own, 'wx', 0o600);
  await handle.writeFile(JSON.stringify(holder));
  await handle.close();
  try {
    await link(own, lock);
    return true;
  } catch (error) {
    // The holder empties the staging folder, and our own lock with it.
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** Takes a dead process's lock away. What is moved is looked at again: another one may have been quicker. */
async function clearStale(lock: string, staging: string): Promise<void> {
  const moved = join(staging, `lock-${randomUUID()}`);
  await rename(lock, moved).catch(ignoreMissing);
  const taken = await holderOf(moved);
  if (taken && (await isAlive(taken))) await link(moved, lock).catch(() => undefined);
  await rm(moved, { force: true });
}

async function holderOf(lock: string): Promise<Holder | undefined> {
  try {
    const value = JSON.parse(await readFile(lock, 'utf8')) as Partial<Holder>;
    return typeof value.pid === 'number' ? { pid: value.pid, began: value.began ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

async function isAlive({ pid, began }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return (await beginningOf(pid)) === began;
}

/** Field 22 of proc(5) stat, counted after the name, which may hold anything. */
async function beginningOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

const isBusy = (lock: string, purpose: string, { pid }: Holder): Failure =>
  new Failure(`Another ${purpose} is running (process ${pid}). Let it end; if there is none, remove ${lock}.`);

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
