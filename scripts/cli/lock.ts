/** One process at a time. A lock whose process is gone counts for nothing. */
import { createHash, randomUUID } from 'node:crypto';
import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
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

/** Another process holds the lock. */
export class Busy extends Failure {}

/** Milliseconds between two looks at a lock that somebody holds. */
const betweenLooks = 20;

/** Runs `work` while no other process holds the lock. Errors: `Busy` where one still does after `patience`. */
export async function locked<T>(wanted: Lock, work: () => Promise<T>): Promise<T> {
  const { lock, staging, purpose, patience } = wanted;
  const own = { pid: process.pid, began: await beginningOf(process.pid), id: randomUUID() };
  const put = (path: string) => putNew(path, JSON.stringify(own), staging);
  const deadline = Date.now() + patience;
  for (let taken = false; !taken; ) {
    const outcome = await contend(lock, put);
    taken = outcome === 'taken';
    if (typeof outcome === 'string') continue;
    if (Date.now() >= deadline) throw isBusy(lock, purpose, outcome);
    await wait(betweenLooks);
  }
  try {
    await clearDrafts(staging);
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Whether another process holds the lock now. */
export async function isLocked(lock: string): Promise<boolean> {
  const holder = holderIn((await textOf(lock)) ?? '');
  return holder !== undefined && (await isAlive(holder));
}

/**
 * One attempt: `taken`, `changed` where it has to look again, or who holds the lock. A dead holder's lock is replaced, never
 * removed, and by one process alone: the one whose claim to come after exactly that holder was there first. Where that
 * one died as well, its claim is what the next one comes after.
 */
async function contend(lock: string, put: (path: string) => Promise<boolean>): Promise<Holder | 'taken' | 'changed'> {
  if (await put(lock)) return 'taken';
  const stale = await textOf(lock);
  const claims: string[] = [];
  for (let text = stale; ; ) {
    if (text === undefined) return 'changed';
    const holder = holderIn(text);
    if (holder && (await isAlive(holder))) return holder;
    const claim = `${lock}-after-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    if (await put(claim)) {
      // Whoever claimed before this one, and is done, has replaced what was stale.
      if ((await textOf(lock)) !== stale) return rm(claim).then(() => 'changed');
      await rename(claim, lock);
      for (const dead of claims) await rm(dead, { force: true });
      return 'taken';
    }
    claims.push(claim);
    text = await textOf(claim);
  }
}

/** Made whole under another name and then linked: nobody ever reads half a lock. False where there is one. */
async function putNew(path: string, text: string, staging: string): Promise<boolean> {
  const draft = join(staging, `lock-${randomUUID()}`);
  const handle = await open(draft, 'wx', 0o600);
  await handle.writeFile(text);
  await handle.close();
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    // The holder empties the staging folder, and our own draft with it.
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

const draftPattern = /^lock-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What killed ones left; who is about to link theirs makes another. */
async function clearDrafts(staging: string): Promise<void> {
  for (const name of await readdir(staging))
    if (draftPattern.test(name)) await rm(join(staging, name), { force: true });
}

const textOf = (lock: string): Promise<string | undefined> =>
  readFile(lock, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });

function holderIn(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder>;
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

const isBusy = (lock: string, purpose: string, { pid }: Holder): Busy =>
  new Busy(`Another ${purpose} is running (process ${pid}). Wait until it ends. If it is not running, remove ${lock}.`);
