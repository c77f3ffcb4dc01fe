/**
 * Compares versions in a thread of its own, one pair at a time: a caller waits for their turn, and no other request
 * waits for a comparison.
 */
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { Tinypool } from 'tinypool';
import { ApiError, Overload } from '../../contract/errors.ts';
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
  const thread = openThread(bounds);
  let died = new AbortController();
  // Tinypool rejects no task whose thread ended before it began.
  thread.on('error', () => died.abort());

  const inThread = async (contents: Contents): Promise<Compared> => {
    died = new AbortController();
    try {
      return await thread.run(contents, {
        signal: AbortSignal.any([died.signal, AbortSignal.timeout(bounds.patience)]),
      });
    } catch {
      throw new ApiError('unavailable', 'Can’t compare these versions right now. Try again in a moment.');
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
        return Promise.reject(new Overload('Too many comparisons at once. Try again in a moment.'));
      const turn = last.then(() => make(key, read)).finally(() => underWay.delete(key));
      underWay.set(key, turn);
      last = turn.catch(() => undefined);
      return turn;
    },
    close: async () => {
      await last;
      await thread.destroy();
    },
  };
}

/** Started when it is first needed. One that runs out of time or memory is ended, and the next request starts another. */
const openThread = ({ heap, idle }: Bounds): Tinypool =>
  new Tinypool({
    filename: join(import.meta.dirname, 'comparerThread.ts'),
    ...{ minThreads: 0, maxThreads: 1, idleTimeout: idle },
    resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 8 },
    // It is told nothing of the settings.
    env: {},
  });
