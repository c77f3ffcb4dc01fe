/** Runs programs side by side: each is restarted when it dies, none takes another along, all end together when told. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { configurationExit } from '../origin/http/program.ts';

export const programEnvironment = {
  // Node keeps what it made of our sources here: programs start faster and are a fifth smaller.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../dist/compiled'),
  // For glibc: large pieces go back to the system as they are freed, and threads share heaps. Under large uploads a
  // program takes 20 MB less.
  ...{ MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' },
};

/** Room for what lives shortly: with Node's own 16 MB a program under load takes 60 MB more, and is no faster. */
export const heapFlags = ['--max-semi-space-size=8'];

export interface Program {
  name: string;
  /** Its entry file. */
  file: string;
}

export interface Supervisor {
  /** Resolves when every program has said that it is ready. Rejects when one can't run at all. */
  ready: Promise<void>;
  /** Ends all: first asked, then, after `graceMs`, forced. */
  stop(graceMs?: number): Promise<void>;
}

/** A program that ran this long before it died is started again at once; others after a growing pause. */
const settledAfter = 10_000;
const longestPause = 5_000;

/** `say` is given every line that a program writes, and what happens to it. */
export function supervise(programs: readonly Program[], say: (name: string, line: string) => void): Supervisor {
  const running = new Map<string, ChildProcess>();
  let stopping = false;

  const keep = (program: Program): Promise<void> =>
    new Promise((ready, fail) => {
      let pause = 250;
      const start = () => {
        const startedAt = Date.now();
        const child = spawn(process.execPath, [...heapFlags, program.file], {
          stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
          env: { ...programEnvironment, ...process.env },
        });
        running.set(program.name, child);
        say(program.name, `started as process ${child.pid}`);
        for (const stream of [child.stdout, child.stderr]) {
          if (stream) createInterface({ input: stream }).on('line', (line) => say(program.name, line));
        }
        child.on('message', () => ready());
        child.on('exit', (code, signal) => {
          running.delete(program.name);
          if (stopping) return;
          if (code === configurationExit) return fail(new Error(`${program.name} can’t run; its line above says why.`));
          pause = Date.now() - startedAt > settledAfter ? 250 : Math.min(pause * 2, longestPause);
          say(program.name, `ended (${signal ?? `exit ${code}`}); starting it again`);
          setTimeout(() => !stopping && start(), pause);
        });
      };
      start();
    });

  return {
    ready: Promise.all(programs.map(keep)).then(() => undefined),
    stop: async (graceMs = 15_000) => {
      stopping = true;
      const ends = [...running.values()].map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of running.values()) child.kill('SIGTERM');
      const force = setTimeout(() => {
        for (const child of running.values()) child.kill('SIGKILL');
      }, graceMs);
      await Promise.all(ends);
      clearTimeout(force);
    },
  };
}
