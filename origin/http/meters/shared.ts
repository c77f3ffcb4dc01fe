/**
 * Counts together with other programs, in a store that all of them reach. While that is away, or slow, each counts by itself:
 * a request never fails for it, and waits no longer than `patience`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { type Bucket, buckets } from '../../contract/operations/row.ts';
import { sentenceOf, type Tell } from '../../store/engine/connections/presence.ts';
import { countOf, type Meter, memoryMeter, refusal } from '../meter.ts';

/** Where the counts are. */
export interface SharedCounts {
  /** For logs, without credentials: `Redis at 10.0.0.5:6379`. */
  readonly name: string;
  /** Rejects with a `RateLimiterRes` for what exceeds `points`, and with anything else where nothing was counted. */
  limiterOf(bucket: Bucket, points: number): { consume(key: string): Promise<RateLimiterRes> };
  /** Before it is first used, and again after it was away: resolves when it can count. */
  prepare(): Promise<unknown>;
  end(): Promise<void>;
}

export interface OpenMeter extends Meter {
  close(): Promise<void>;
}

interface Options {
  /** What a client is called there. */
  nameOf(client: string): string;
  tell: Tell;
  quotas?: Record<Bucket, number>;
  /** Milliseconds that a request waits for the count. */
  patience?: number;
}

/** Milliseconds between two looks for a store that is away, and for what nobody waits for. */
const lookEvery = 1000;
const unhurried = 2000;

/** Of no client: what is counted to see that it counts. */
const probe = 'look';

export function sharedMeter(
  counts: SharedCounts,
  { nameOf, tell, quotas = buckets, patience = 50 }: Options,
): OpenMeter {
  // It counts along, so that who has spent a quota finds it spent when the store goes away.
  const own = memoryMeter({ quotas });
  const limiterOf = (bucket: Bucket) => counts.limiterOf(bucket, quotas[bucket]);
  const limiters = { ambient: limiterOf('ambient'), write: limiterOf('write'), heavy: limiterOf('heavy') };
  const ending = new AbortController();
  let isThere = false;

  const countThere = (bucket: Bucket, key: string, within = patience) =>
    inTime(limiters[bucket].consume(key).catch(refusal), within);
  const look = async () => {
    await inTime(counts.prepare(), unhurried);
    // The first makes a connection, or a plan.
    await countThere('ambient', probe, unhurried);
    await countThere('ambient', probe);
  };
  /** Nobody waits for it: requests are counted here meanwhile. */
  const findAgain = async (left?: { why: unknown }) => {
    const since = performance.now();
    let isTold = false;
    for (let why = left?.why; !ending.signal.aborted; await wait(lookEvery, undefined, { ...ending, ref: false })) {
      try {
        await look();
        break;
      } catch (error) {
        why ??= error;
      }
      if (!isTold)
        tell('warn', `${counts.name} is away, so each program counts requests by itself: ${sentenceOf(why)}`);
      isTold = true;
    }
    isThere = true;
    if (isTold) tell('info', `${counts.name} is back, after ${((performance.now() - since) / 1000).toFixed(1)} s`);
    else if (!left) tell('info', `requests are counted together with other programs, by ${counts.name}`);
  };
  const leave = (why: unknown) => {
    if (!isThere) return;
    isThere = false;
    findAgain({ why }).catch(() => undefined);
  };
  findAgain().catch(() => undefined);
  return {
    consume: async (bucket, client) => {
      const counted = own.consume(bucket, client);
      if (!isThere) return counted;
      try {
        return countOf(quotas[bucket], await countThere(bucket, nameOf(client)));
      } catch (error) {
        leave(error);
        return counted;
      }
    },
    close: async () => {
      ending.abort();
      await counts.end();
    },
  };
}

/** A program that was busy for that long looks at what has arrived before it gives up. */
async function inTime<T>(work: Promise<T>, patience: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new Error(`no answer within ${patience} ms`));
  const timer = setTimeout(() => setImmediate(giveUp), patience);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
