/** One run of a program in a child process. */
import { type ChildProcess, type SendHandle, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type KeptSocket, socketWord } from '../origin/http/server/keptSocket.ts';
import type { Word } from '../origin/http/server/program.ts';
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

/** What happens to one run of a program. */
interface Run {
  socket: KeptSocket;
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

/** One run of a program, from its start to its end. It is among `running` for as long. */
export function runOnce({ file, environment }: Program, running: Set<ChildProcess>, told: Run): Promise<End> {
  const { socket, heard, started, ready } = told;
  const { promise, resolve } = Promise.withResolvers<End>();
  let failed: string | undefined;
  let readyAt: number | undefined;
  const end = (code: number | null, why: string) =>
    resolve({ code, why: failed ?? why, readyFor: readyAt === undefined ? undefined : performance.now() - readyAt });
  try {
    const child = spawn(process.execPath, [...heapFlags, file], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...programEnvironment, ...process.env, ...environment, ...socket.environment },
    });
    // Also where the system has no room for another process: then there is no number, and no end to wait for.
    child.on('error', (error) => child.pid === undefined && end(null, error.message));
    if (child.pid === undefined) return promise;
    const { pid } = child;
    running.add(child);
    socket.sendTo(child);
    started(pid);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', heard);
    }
    child.on('message', (word: Word, handle?: SendHandle) => {
      if (word === socketWord) {
        if (handle) socket.take(handle);
      } else if (word === 'ready') {
        readyAt = performance.now();
        ready(pid);
      } else failed = word.failed;
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
