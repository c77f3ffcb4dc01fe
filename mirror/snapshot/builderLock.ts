/**
 * One builder at a time for the snapshot of a data directory. The kernel holds the lock and frees it when its process
 * ends, so nothing has to be judged stale. A note beside it says who that is; it is for people, and proves nothing.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { makeFolder } from '../../origin/store/durable.ts';
import { lockFile } from '../../origin/store/engine/sqlite.ts';

export interface BuilderLock {
  /** Says that the work goes on; cheap enough to call at every file. */
  beat(): void;
  /** Says why the last step failed, until one is through: then without a reason. */
  fail(reason?: string): void;
  /** Says that a line was logged as an error: the builder has no port at which it could be asked. */
  logged(): void;
  release(): Promise<void>;
}

/** What the note says of who holds the lock. Times are Unix seconds. */
export interface Holder {
  pid: number;
  host: string;
  since: number;
  /** When it last said that its work goes on. */
  heard: number;
  /** Why its last step failed, and when. */
  failure?: { reason: string; at: number };
  /** Lines that it logged as errors since it began. */
  errors: number;
}

/** Seconds without a word after which a builder counts as stuck: the slowest page renders in less than one. */
export const silentFor = 60;

const noteOf = (file: string): string => `${file}.json`;
const seconds = (): number => Date.now() / 1000;

/** Undefined while another process has it. */
export async function takeBuilderLock(file: string): Promise<BuilderLock | undefined> {
  await makeFolder(dirname(file));
  const release = await lockFile(file, 'exclusive');
  if (!release) return undefined;
  const note = noteOf(file);
  const since = Math.floor(seconds());
  let heard = 0;
  let failure: Holder['failure'];
  let errors = 0;
  const keep = () => {
    heard = seconds();
    keepNote(note, { pid: process.pid, host: hostname(), since, errors, ...(failure && { failure }) });
  };
  const beat = () => {
    if (Math.abs(seconds() - heard) >= 1) keep();
  };
  beat();
  return {
    beat,
    fail: (reason) => {
      if (reason === undefined && !failure) return;
      failure = reason === undefined ? undefined : { reason, at: seconds() };
      keep();
    },
    logged: () => {
      errors += 1;
      keep();
    },
    release: async () => {
      rmSync(note, { force: true });
      await release();
    },
  };
}

/** Its time is when the builder was heard last. A full disk must not stop a builder that only takes files away. */
function keepNote(note: string, holder: Omit<Holder, 'heard'>): void {
  try {
    writeFileSync(note, JSON.stringify(holder));
  } catch {
    return;
  }
}

/** Whether the snapshot was ever built here. */
export const hadBuilder = (file: string): boolean => existsSync(file);

/** Who builds the snapshot now: undefined where nobody does. */
export async function findBuilder(file: string): Promise<Partial<Holder> | undefined> {
  if (!hadBuilder(file)) return undefined;
  const release = await lockFile(file, 'shared');
  if (!release) return readNote(noteOf(file));
  await release();
  return undefined;
}

/** How many lines who builds, or did last, logged as errors; undefined where nobody ever did. */
export const errorsOfBuilder = (file: string): number | undefined => readNote(noteOf(file)).errors;

/** Empty where there is no note yet. */
function readNote(note: string): Partial<Holder> {
  try {
    return { ...JSON.parse(readFileSync(note, 'utf8')), heard: statSync(note).mtimeMs / 1000 };
  } catch {
    return {};
  }
}

/** `process 4711 (for 3 h)`; with its host where that is not this one. */
export function describeBuilder({ pid, host, since }: Partial<Holder>): string {
  if (pid === undefined || since === undefined) return 'another process';
  return `process ${pid}${host === hostname() ? '' : ` on ${host}`} (for ${duration(seconds() - since)})`;
}

/** `40 s`, `3 min`, `2 h`, `5 d`. */
function duration(length: number): string {
  for (const [unit, size] of units) if (length >= 2 * size) return `${Math.floor(length / size)} ${unit}`;
  return `${Math.max(0, Math.round(length))} s`;
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;
