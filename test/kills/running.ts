/** A whole registry as `npm start` runs it, whose processes are known by their ids and brought down one by one. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleName } from '../../scripts/programs/names.ts';
import type { EngineName } from '../engines.ts';
import { newPerson, newWorkplace, type Run, run } from '../scripts/process.ts';
import { newPostgres } from '../servers/postgres.ts';
import { childrenOf, commandOf, isThere, peakOf } from '../servers/processes.ts';

/** The processes of a registry; `reader` is any of those that read bundles. */
export const programNames = ['origin', 'snapshot', 'mirror', 'reader'] as const;
export type ProgramName = (typeof programNames)[number];

const files: Record<ProgramName, string> = {
  origin: bundleName('origin/main.ts'),
  snapshot: bundleName('mirror/builder.ts'),
  mirror: bundleName('mirror/main.ts'),
  reader: bundleName('origin/scan/reader/readerProcess.ts'),
};

export interface Running extends AsyncDisposable {
  place: { folder: string; environment: NodeJS.ProcessEnv };
  dataDir: string;
  bases: { origin: string; mirror: string };
  newPerson(handle: string): Promise<string>;
  /** Those that run now. */
  pidsOf(name: ProgramName): number[];
  /** Kills one of them as it is, or all of it that `npm start` is itself. False where there is none. */
  kill(name: ProgramName | 'supervisor'): boolean;
  /** Starts it where it is not running; again for as long as it ends by itself. Resolves with how often it did. */
  start(): Promise<number>;
  /** Asks it to end, and resolves with its exit code and the milliseconds that took. */
  drain(): Promise<{ code: number | string; ms: number }>;
  /** Resolves when what the one that runs now has printed, from `from` on, matches. */
  printed(pattern: RegExp, from?: number): Promise<void>;
  /** Characters that it has printed. */
  length(): number;
  /** Processes of earlier runs that are still there. */
  orphans(): number[];
  /** The most memory that one of each ever had, in MB. */
  memory: Record<ProgramName, number>;
}

/** Milliseconds between two looks at which processes there are. */
const lookEvery = 100;

export async function openRunning(engine: EngineName): Promise<Running> {
  const place = await newWorkplace();
  const database = engine === 'postgres' ? await newPostgres() : undefined;
  const temporary = join(place.folder, 'tmp');
  await mkdir(temporary);
  Object.assign(place.environment, { TRUSTED_PROXY_HOPS: '1', TMPDIR: temporary });
  if (database) place.environment['DATABASE_URL'] = database.url;
  const known = new Set<number>();
  const memory: Record<ProgramName, number> = { origin: 0, snapshot: 0, mirror: 0, reader: 0 };
  let current: Run | undefined;
  let hasEnded = true;

  const childrenThatAre = (parent: number, name: ProgramName) =>
    childrenOf(parent).filter((pid) => commandOf(pid).some((word) => word.endsWith(files[name])));
  const pidsOf = (name: ProgramName): number[] => {
    const supervisor = hasEnded ? undefined : current?.child.pid;
    if (supervisor === undefined) return [];
    const parents = name === 'reader' ? childrenThatAre(supervisor, 'origin') : [supervisor];
    return parents.flatMap((parent) => childrenThatAre(parent, name));
  };
  const look = () => {
    for (const name of programNames)
      for (const pid of pidsOf(name)) {
        known.add(pid);
        memory[name] = Math.max(memory[name], peakOf(pid));
      }
  };
  const timer = setInterval(look, lookEvery);
  const isOurs = (pid: number) =>
    commandOf(pid).some((word) => Object.values(files).some((file) => word.endsWith(file)));
  const orphans = () => {
    const now = new Set(programNames.flatMap(pidsOf));
    for (const pid of known) if (!isThere(pid) || !isOurs(pid)) known.delete(pid);
    return [...known].filter((pid) => !now.has(pid));
  };
  let isOver = false;
  const startOnce = () => {
    // What brings processes down may go on for a moment: nothing is to come back then.
    if (isOver) throw new Error('This registry was ended.');
    const started = run('scripts/start.ts', [], place);
    [current, hasEnded] = [started, false];
    void started.ended.then(() => {
      if (current === started) hasEnded = true;
    });
    return started;
  };
  const killAll = () => {
    look();
    if (!hasEnded) current?.child.kill('SIGKILL');
    for (const pid of known) if (isThere(pid) && isOurs(pid)) process.kill(pid, 'SIGKILL');
  };
  // Whatever ends this program takes along what it started.
  process.once('exit', killAll);
  const { ORIGIN_PORT, MIRROR_PORT } = place.environment;
  return {
    ...{ place, dataDir: join(place.folder, 'data'), pidsOf, memory, orphans },
    bases: { origin: `http://127.0.0.1:${ORIGIN_PORT}`, mirror: `http://127.0.0.1:${MIRROR_PORT}` },
    newPerson: (handle) => newPerson(place, handle),
    kill: (name) => {
      look();
      const [pid] = name === 'supervisor' ? (hasEnded ? [] : [current?.child.pid]) : pidsOf(name);
      if (pid === undefined) return false;
      if (name === 'supervisor') hasEnded = true;
      process.kill(pid, 'SIGKILL');
      return true;
    },
    start: async () => {
      for (let failed = 0; ; failed += 1) {
        const started = startOnce();
        const ready = started.printed(/Stop with Ctrl-C/).then(
          () => true,
          () => false,
        );
        if (await ready) return failed;
        if (failed > 100) throw new Error(started.output());
        await wait(100);
      }
    },
    drain: async () => {
      look();
      const began = performance.now();
      current?.child.kill('SIGTERM');
      const code = (await current?.ended) ?? 'gone';
      return { code, ms: performance.now() - began };
    },
    printed: async (pattern, from = 0) => {
      while (!hasEnded && !pattern.test(current?.output().slice(from) ?? '')) await wait(10);
    },
    length: () => current?.output().length ?? 0,
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      clearInterval(timer);
      process.off('exit', killAll);
      killAll();
      await current?.ended;
      await database?.[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}
