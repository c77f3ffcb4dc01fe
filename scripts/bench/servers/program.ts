/** Programs as `npm start` runs them, each a process: started, looked at, ended by its own id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { heapFlags, programEnvironment } from '../../programRun.ts';
import { bundleName } from '../../programs/names.ts';
import { freePort } from './freePort.ts';

const root = join(import.meta.dirname, '../../..');

export interface Program {
  /** Milliseconds from its start until it said that it is ready. */
  startedIn: number;
  memory(): Memory;
  /** The most bytes that it ever had in memory, as the system counts them. */
  peak(): number;
  stop(): Promise<void>;
}

/** Bytes of a program that are in memory now. A page that several of its connections map counts once. */
interface Memory {
  all: number;
  /** Pages of files that it maps: the system takes them back when something else needs room. */
  ofFiles: number;
}

/** Resolves when it says that it is ready. `file` is one of our programs, which were bundled before. */
export async function startProgram(file: string, settings: Record<string, string> = {}): Promise<Program> {
  const started = performance.now();
  const child = spawn(process.execPath, [...heapFlags, join(root, 'dist/run', bundleName(file))], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...programEnvironment, LOG_LEVEL: 'warn', DAILY_QUOTAS: 'none', ...settings },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error(`${file} ended before it was ready.`)));
  });
  return {
    startedIn: performance.now() - started,
    memory: () => memoryOf(child),
    peak: () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function memoryOf({ pid }: ChildProcess): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytes = (line: string) => Number(new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1]) * 1024;
  return { all: bytes('Pss'), ofFiles: bytes('Pss_File') };
}

/** Addresses that stand in answers; no port is in them, so that a snapshot serves another run too. */
export const publicUrls = { ORIGIN_URL: 'http://localhost', MIRROR_URL: 'http://localhost' };

/**
 * The mirror and then the origin, one at a time. The mirror writes nothing, and its files lie next to the `original` data
 * alone; the origin gets a `copy`.
 */
export async function* eachServer(original: string, copy: string) {
  for (const [name, dataDir] of [
    ['mirror', original],
    ['origin', copy],
  ] as const) {
    const port = await freePort();
    const settings = {
      ...publicUrls,
      DATA_DIR: dataDir,
      TRUSTED_PROXY_HOPS: '1',
      [`${name.toUpperCase()}_PORT`]: String(port),
    };
    const program = await startProgram(`${name}/main.ts`, settings);
    try {
      yield { name, port, program };
    } finally {
      await program.stop();
    }
  }
}
