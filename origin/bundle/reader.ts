/**
 * Reads bundles in a process beside: a hostile one takes that one's time and memory, not the server's (CONTRACT.md,
 * Scanning). One at a time, in their order.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { ApiError } from '../contract/errors.ts';
import type { Answered, Content, Request, RequestOf } from './readerProcess.ts';
import type { Scan } from './scan.ts';

export interface Reader {
  /**
   * Errors: those of `readArchive` and `readSkill`; `bundle_invalid` also where reading takes longer than anyone waits.
   * A scan that takes longer than its budget is `incomplete`.
   */
  read(request: Omit<RequestOf<'read'>, 'kind'>): Promise<Content>;
  /** Scans anew what was accepted once. */
  scan(request: Omit<RequestOf<'scan'>, 'kind'>): Promise<Scan>;
  close(): Promise<void>;
}

export interface Patience {
  /** Milliseconds for the scan of one bundle. */
  scan: number;
  /** Milliseconds for all there is to read of it; then the process is ended. */
  whole: number;
}

export function openReader(patience: Patience = { scan: 2000, whole: 15_000 }): Reader {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const ask = async (request: Request, budget: number): Promise<Answered> => {
    child ??= startChild();
    try {
      const answered = await answerOf(child, { request, budget }, patience.whole);
      if (isLarge(request, answered)) end();
      return answered;
    } catch {
      end();
      if (budget > 0) return ask(request, 0);
      throw new ApiError('bundle_invalid', 'The bundle can’t be read: it takes too much time or memory.');
    }
  };
  const inTurn = (request: Request): Promise<Answered> => {
    const turn = last.then(() => ask(request, patience.scan));
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    read: async (request) => contentOf(await inTurn({ kind: 'read', ...request })) as Content,
    scan: async (request) => contentOf(await inTurn({ kind: 'scan', ...request })) as Scan,
    close: async () => {
      await last;
      end();
    },
  };
}

/** It is told nothing of the settings, and keeps the program alone alive while something is asked of it. */
function startChild(): ChildProcess {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = fork(join(import.meta.dirname, 'readerProcess.ts'), {
    serialization: 'advanced',
    // In MB; most of it are the tokenizer's tables. A bounded heap begins small: without the second flag it was
    // collected whole every other bundle, which took five times as long as reading them.
    execArgv: ['--max-old-space-size=160', '--initial-old-space-size=64', '--max-semi-space-size=4'],
    env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // What goes wrong while nothing is asked of it shows with the next request.
  child.on('error', () => undefined);
  return child;
}

/** What is left behind after a bundle of more than a megabyte is given back by ending the process. */
function isLarge(request: Request, answered: Answered): boolean {
  const files = 'done' in answered && 'files' in answered.done ? answered.done.files : [];
  const packed = request.kind === 'read' && 'archive' in request.bundle ? request.bundle.bytes.length : 0;
  return packed + files.reduce((sum, { bytes }) => sum + bytes.length, 0) > 2 ** 20;
}

function contentOf(answered: Answered): Content | Scan {
  if ('done' in answered) return answered.done;
  if ('failed' in answered) throw new Error(`The reader failed: ${answered.failed}`);
  const { code, message, extra } = answered.refused;
  throw new ApiError(code, message, extra);
}

/** Rejects where the process dies or does not answer in time. */
function answerOf(child: ChildProcess, message: object, patience: number): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const timer = setTimeout(() => reject(new Error('The reader does not answer.')), patience);
  const died = () => reject(new Error('The reader died.'));
  child.once('message', (answered) => resolve(answered as Answered));
  child.once('exit', died);
  child.ref();
  child.channel?.ref();
  child.send(message, (error) => error && reject(error));
  return promise.finally(() => {
    clearTimeout(timer);
    child.removeAllListeners('message').off('exit', died);
    child.unref();
    child.channel?.unref();
  });
}
