/** Runs programs side by side: each is started again when it ends, none takes another along, all end together when told. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { KeptSocket } from '../origin/http/server/keptSocket.ts';
import { configurationExit } from '../origin/http/server/program.ts';
import { type Program, runOnce } from './programRun.ts';

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

/** `say` is given every line that a program writes, and what happens to it. */
export function supervise(programs: readonly Program[], say: (name: string, line: string) => void): Supervisor {
  const running = new Set<ChildProcess>();
  const stopping = new AbortController();

  const keep = async (program: Program, ready: () => void, refuse: (error: Error) => void): Promise<void> => {
    const { name } = program;
    let wasReady = false;
    const socket = new KeptSocket();
    // A port is given up as soon as nothing more is to come on it.
    stopping.signal.addEventListener('abort', () => socket.close());
    const aborted = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));
    await Promise.race([program.after, aborted]).catch(() => aborted);
    let told = performance.now();
    for (let failures = 0; !stopping.signal.aborted; ) {
      const begun = performance.now();
      const isTold = failures <= toldAtFirst || begun - told > silence;
      const isHeard = () => isTold || performance.now() - begun > settledAfter;
      const { code, why, readyFor } = await runOnce(program, running, {
        socket,
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
      socket.await();
      if (!wasReady && code === configurationExit) return refuse(new Error(`${name} can’t run: ${why}`));
      failures = readyFor !== undefined && readyFor > settledAfter ? 1 : failures + 1;
      // What was ready and ends for the first time has nothing to wait for: its readers do.
      const pause = failures === 1 && readyFor !== undefined ? 0 : pauseAfter(failures);
      if (isHeard()) {
        told = performance.now();
        const what = readyFor === undefined ? 'could not start' : 'ended';
        say(name, `${what} (${why}); trying again ${pause ? `in ${(pause / 1000).toFixed(1)} s` : 'now'}`);
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
