/** Makes pieces in threads of this process, each with connections and a staging folder of its own. They end with it, however it ends. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Piece } from '../address/everyAddress.ts';
import type { Made, Maker, MakerFor, Workshop } from '../build/parts.ts';
import { silentFor } from '../builderLock.ts';
import type { Heard, Order, Place } from './thread.ts';

export interface Crew {
  threads: number;
  /** A build of fewer profiles, skills and kits is over before threads have begun. */
  worthwhileFrom: number;
}

const cores = availableParallelism();

/**
 * As many as there are cores, since the builder itself does little meanwhile; more than four wait for one disk. On two, a
 * build takes longer with threads than without: they compute twice as much in all, since each compiles, caches and collects
 * for itself.
 */
export const usualCrew = (): Crew => ({ threads: cores > 2 ? Math.min(cores, 4) : 1, worthwhileFrom: 500 });

/** In one build; after these it goes on without threads. */
const mostFailures = 5;

/**
 * Megabytes of what lives long in a thread, and of what doesn't. One that needs more ends, and the builder makes its piece.
 * With 64, little more than templates and connections take, threads collected garbage for more than half of their time, and
 * what the process had at most was the same.
 */
const heap = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

/**
 * Threads where there is enough for them to do. A piece of which a thread fails, falls silent or dies is made once more by
 * `here`: what goes wrong there is the build's failure.
 */
export const makerOfThreads =
  (place: Omit<Place, 'nth' | 'stale'>, { threads, worthwhileFrom }: Crew): MakerFor =>
  async (entities, stale, here, workshop) =>
    threads > 1 && entities >= worthwhileFrom ? withThreads(threads, { ...place, stale }, here, workshop) : here;

/** Each is started with its first piece. */
function withThreads(
  threads: number,
  place: Omit<Place, 'nth'>,
  here: Maker,
  { seen, alarm }: Pick<Workshop, 'seen' | 'alarm'>,
): Maker {
  const idle: Thread[] = [];
  let [started, failures] = [0, 0];
  const start = () => startThread({ ...place, nth: started++ }, { seen, alarm });
  return {
    width: threads,
    make: async (piece, isThorough) => {
      if (failures === mostFailures) return here.make(piece, isThorough);
      const thread = idle.pop() ?? start();
      try {
        const made = await thread.make({ piece, isThorough });
        idle.push(thread);
        return made;
      } catch (error) {
        // Until it has ended it may still write.
        await thread.end();
        const made = await here.make(piece, isThorough);
        failures += 1;
        alarm('a thread of the builder failed, and its piece was made without it', {
          path: nameOf(piece),
          what: (error as Error).message,
        });
        return made;
      }
    },
    end: async () => {
      await Promise.all(idle.splice(0).map((thread) => thread.end()));
      await here.end();
    },
  };
}

const nameOf = ({ kind, ids }: Piece): string => `${kind} ${ids.join(', ')}`.trim();

type Thread = ReturnType<typeof startThread>;

function startThread(place: Place, { seen, alarm }: Pick<Workshop, 'seen' | 'alarm'>) {
  const worker = new Worker(join(import.meta.dirname, 'thread.ts'), {
    workerData: place,
    resourceLimits: heap,
  });
  let pending: PromiseWithResolvers<Made> | undefined;
  let silence: NodeJS.Timeout | undefined;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    pending?.reject(failure);
  };
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => fail(new Error(`It was silent for ${silentFor} s.`)), silentFor * 1000);
  };
  worker.on('message', (heard: Heard) => {
    if ('made' in heard) return pending?.resolve(heard.made);
    if ('failed' in heard) return fail(new Error(heard.failed));
    listen();
    if ('seen' in heard) seen(heard.seen);
    else alarm(...heard.alarm);
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('It ended.')));
  return {
    make: async (order: Order): Promise<Made> => {
      if (failure) throw failure;
      pending = Promise.withResolvers();
      listen();
      worker.postMessage(order);
      try {
        return await pending.promise;
      } finally {
        clearTimeout(silence);
        pending = undefined;
      }
    },
    end: async () => void (await worker.terminate()),
  };
}
