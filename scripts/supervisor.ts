/** Runs programs side by side: each is started again when it ends, none takes another along, all end together when told. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { configurationExit, type Word } from '../origin/http/server/program.ts';
import { allocator } from '../origin/scan/reader/allocator.ts';

export const programEnvironment = {
  // Node keeps what it made of our sources here: programs start faster and are a fifth smaller.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../dist/compiled'),
  // Under large uploads a program takes 20 MB less.
  ...allocator,
};

export const heapFlags = [
  // Room for what lives shortly: with Node's own 16 MB a program under load takes 60 MB more, and is no faster.
  '--max-semi-space-size=4',
  // Garbage is collected when the heap has grown by a third. By itself Node lets it grow to four times what is in use: 90 MB
  // more in a flood. This bounds what is wasted and nothing else, so a large registry still has all the room it needs.
  '--heap-growing-percent=30',
];

export interface Program {
  name: string;
  /** Its entry file. */
  file: string;
  /** Besides the environment of this process. */
  environment?: Record<string, string>;
  /** What has to be done before it is first started. Where that fails, who waits for it ends all. */
  after?: Promise<unknown>;
}

export interface Supervisor {
  /** Resolves when every program has said that it is ready. Rejects when one can't run with its settings. */
  ready: Promise<void>;
  /** Ends all: asked first; forced after `graceMs`, or when `hurry` is aborted. Resolves when nothing runs. */
  stop(options?: { graceMs?: number; hurry?: AbortSignal }): Promise<void>;
}

/** A program that was ready for this long before it ended has settled: the next pause is the shortest again. */
const settledAfter = 10_000;
const shortestPause = 250;
const longestPause = 30_000;

/** After so many failures in a row, each is told only where nothing was told for this long. */
const toldAtFirst = 5;
const silence = 600_000;

/** What happens to one run of a program. */
interface Run {
  heard(line: string): void;
  started(pid: number): void;
  ready(pid: number): void;
}

/** How it ended. */
interface End {
  code: number | null;
  /** `SIGKILL`, `exit 1`, or what it said itself where it could not start. */
  why: string;
  /** Milliseconds that it was ready for; undefined where it never was. */
  readyFor: number | undefined;
}

/** `say` is given every line that a program writes, and what happens to it. */
export function supervise(programs: readonly Program[], say: (name: string, line: string) => void): Supervisor {
  const running = new Set<ChildProcess>();
  const stopping = new AbortController();

  const keep = async (program: Program, ready: () => void, refuse: (error: Error) => void): Promise<void> => {
    const { name } = program;
    let wasReady = false;
    const aborted = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
    await Promise.race([program.after, aborted]).catch(() => aborted);
    let told = performance.now();
    for (let failures = 0; !stopping.signal.aborted; ) {
      const begun = performance.now();
      const isTold = failures <= toldAtFirst || begun - told > silence;
      const isHeard = () => isTold || performance.now() - begun > settledAfter;
      const { code, why, readyFor } = await runOnce(program, running, {
        heard: (line) => isHeard() && say(name, line),
        started: (pid) => failures === 0 && say(name, `started as process ${pid}`),
        ready: (pid) => {
          wasReady = true;
          ready();
          if (failures > 0 && isTold)
            say(name, `started as process ${pid}, after ${failures} failure${failures === 1 ? '' : 's'}`);
        },
      });
      if (stopping.signal.aborted) return;
      if (!wasReady && code === configurationExit) return refuse(new Error(`${name} can’t run: ${why}`));
      failures = readyFor !== undefined && readyFor > settledAfter ? 1 : failures + 1;
      const pause = pauseAfter(failures);
      if (isHeard()) {
        told = performance.now();
        const what = readyFor === undefined ? 'could not start' : 'ended';
        say(name, `${what} (${why}); trying again in ${(pause / 1000).toFixed(1)} s`);
      }
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  const kept: Promise<void>[] = [];
  const eachReady = programs.map(
    (program) => new Promise<void>((ready, refuse) => kept.push(keep(program, ready, refuse))),
  );
  return {
    ready: Promise.all(eachReady).then(() => undefined),
    stop: async ({ graceMs = 13_000, hurry = new AbortController().signal } = {}) => {
      stopping.abort();
      for (const child of running) child.kill('SIGTERM');
      const force = () => {
        for (const child of running) child.kill('SIGKILL');
      };
      const timer = setTimeout(force, graceMs);
      if (hurry.aborted) force();
      hurry.addEventListener('abort', force);
      await Promise.all(kept);
      clearTimeout(timer);
    },
  };
}

/** Milliseconds: twice as long after each failure, and a little different for each program, so that not all start at once. */
export const pauseAfter = (failures: number): number =>
  Math.min(shortestPause * 2 ** (failures - 1), longestPause) * (0.8 + 0.4 * Math.random());

/** One run of a program, from its start to its end. It is among `running` for as long. */
function runOnce({ file, environment }: Program, running: Set<ChildProcess>, told: Run): Promise<End> {
  const { heard, started, ready } = told;
  const { promise, resolve } = Promise.withResolvers<End>();
  let failed: string | undefined;
  let readyAt: number | undefined;
  const end = (code: number | null, why: string) =>
    resolve({ code, why: failed ?? why, readyFor: readyAt === undefined ? undefined : performance.now() - readyAt });
  try {
    const child = spawn(process.execPath, [...heapFlags, file], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...programEnvironment, ...process.env, ...environment },
    });
    // Also where the system has no room for another process: then there is no number, and no end to wait for.
    child.on('error', (error) => child.pid === undefined && end(null, error.message));
    if (child.pid === undefined) return promise;
    const { pid } = child;
    running.add(child);
    started(pid);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', heard);
    }
    child.on('message', (word: Word) => {
      if (word !== 'ready') failed = word.failed;
      else {
        readyAt = performance.now();
        ready(pid);
      }
    });
    child.on('exit', (code, signal) => {
      running.delete(child);
      end(code, signal ?? `exit ${code}`);
    });
  } catch (error) {
    end(null, (error as Error).message);
  }
  return promise;
}
