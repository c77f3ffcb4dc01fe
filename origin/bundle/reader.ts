/**
 * Reads bundles in a thread beside: a hostile one takes that thread's time and memory, not the server's (CONTRACT.md,
 * Scanning). One at a time, in their order.
 */
import { Worker } from 'node:worker_threads';
import { ApiError } from '../contract/errors.ts';
import type { Answered, Content, Request, RequestOf } from './readerThread.ts';
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
  /** Milliseconds for all there is to read of it; then the thread is ended. */
  whole: number;
}

/** The heap of the thread in MB, apart from the bytes of bundles. */
const mostMemory = 192;

export function openReader(patience: Patience = { scan: 2000, whole: 15_000 }): Reader {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = async () => {
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  };
  const ask = async (request: Request, budget: number): Promise<Answered> => {
    thread ??= openThread();
    try {
      return await answerOf(thread, { request, budget }, patience.whole);
    } catch {
      await end();
      if (budget > 0) return ask(request, 0);
      throw new ApiError('bundle_invalid', `The bundle can’t be read within ${patience.whole / 1000} seconds.`);
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
      await end();
    },
  };
}

function openThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: mostMemory };
  // What goes wrong while nothing is asked of it shows with the next request.
  return new Worker(new URL('./readerThread.ts', import.meta.url), { resourceLimits }).on('error', () => undefined);
}

function contentOf(answered: Answered): Content | Scan {
  if ('done' in answered) return answered.done;
  const { code, message, extra } = answered.refused;
  throw new ApiError(code, message, extra);
}

/** Rejects where the thread dies or does not answer in time. It keeps the program alive only meanwhile. */
function answerOf(thread: Worker, message: unknown, patience: number): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const timer = setTimeout(() => reject(new Error('The thread does not answer.')), patience);
  const died = () => reject(new Error('The thread died.'));
  thread.once('message', resolve);
  thread.once('error', died);
  thread.once('exit', died);
  thread.ref();
  thread.postMessage(message);
  return promise.finally(() => {
    clearTimeout(timer);
    thread.unref();
    thread.off('message', resolve);
    thread.off('error', died);
    thread.off('exit', died);
  });
}
