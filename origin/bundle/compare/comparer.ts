/**
 * Compares versions in a thread of its own, one pair at a time: whoever compares waits for their turn, and nobody else
 * waits for them.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../contract/errors.ts';
import type { Compared } from './comparerThread.ts';
import type { Comparison, Contents } from './comparison.ts';

export interface Comparer {
  /**
   * What changes from one version to the other, by their hashes, which name content alone: so what was made for one who
   * asks is kept for the next, who must have been found to be allowed to read both. `read` is called when it is not
   * kept. Errors: those of `read`; `unavailable` where too many wait, or the thread has ended.
   */
  compare(from: string, to: string, read: () => Promise<Contents>): Promise<Comparison>;
  close(): Promise<void>;
}

interface Bounds {
  /** How many pairs wait for their turn at most. */
  waiting: number;
  /** Milliseconds for one: for faults of ours alone, since a comparison counts its work. */
  patience: number;
  /** Milliseconds without work after which the thread is ended. */
  idle: number;
  /** Megabytes of objects that the thread may hold. */
  heap: number;
}

/** Characters of comparisons that are kept. */
const kept = 8 * 1024 * 1024;

export function openComparer(changes: Partial<Bounds> = {}): Comparer {
  const bounds: Bounds = { waiting: 8, patience: 10_000, idle: 5_000, heap: 48, ...changes };
  const made = new LRUCache<string, Comparison>({ maxSize: kept });
  const underWay = new Map<string, Promise<Comparison>>();
  let last: Promise<unknown> = Promise.resolve();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const inThread = async (contents: Contents): Promise<Compared> => {
    clearTimeout(idle);
    worker ??= startWorker(bounds.heap);
    try {
      return await answerOf(worker, contents, bounds.patience);
    } catch {
      await end();
      throw new ApiError('unavailable', 'These versions can’t be compared now; try again in a moment.');
    } finally {
      idle = setTimeout(end, bounds.idle).unref();
    }
  };
  const make = async (key: string, read: () => Promise<Contents>): Promise<Comparison> => {
    const compared = await inThread(await read());
    if ('failed' in compared) throw new Error(`The comparison failed: ${compared.failed}`);
    made.set(key, compared.done, { size: compared.size });
    return compared.done;
  };
  return {
    compare: (from, to, read) => {
      const key = `${from} ${to}`;
      const known = made.get(key);
      if (known) return Promise.resolve(known);
      const shared = underWay.get(key);
      if (shared) return shared;
      if (underWay.size > bounds.waiting)
        return Promise.reject(
          new ApiError('unavailable', 'Too many versions are being compared; try again in a moment.'),
        );
      const turn = last.then(() => make(key, read)).finally(() => underWay.delete(key));
      underWay.set(key, turn);
      last = turn.catch(() => undefined);
      return turn;
    },
    close: async () => {
      await last;
      await end();
    },
  };
}

function startWorker(heap: number): Worker {
  const worker = new Worker(join(import.meta.dirname, 'comparerThread.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 8 },
    // It is told nothing of the settings.
    env: {},
  });
  // What goes wrong while nothing is asked of it shows with the next request.
  worker.on('error', () => undefined);
  return worker;
}

/** Rejects where the thread dies or does not answer in time. Keeps the program alive meanwhile, and no longer. */
function answerOf(worker: Worker, contents: Contents, patience: number): Promise<Compared> {
  const { promise, resolve, reject } = Promise.withResolvers<Compared>();
  const timer = setTimeout(() => reject(new Error('The thread does not answer.')), patience);
  worker.once('message', resolve).once('error', reject).once('exit', reject);
  worker.ref();
  worker.postMessage(contents);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', resolve).off('error', reject).off('exit', reject);
    worker.unref();
  });
}
