/** Rate limits: the bucket that a request counts in, the counting, and the headers that tell (SPEC.md, Limits). */

import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../contract/errors.ts';
import { written } from '../contract/grammar/paths.ts';
import type { meterHeaders } from '../contract/headers/answerHeaders.ts';
import { type Bucket, buckets, bucketWindow, pathOf, policyOf } from '../contract/operations/row.ts';
import { operationIds, operationOf } from '../contract/operations.ts';
import { pageIds, pageOf } from '../contract/pages.ts';
import type { Site } from '../read/reading.ts';
import { clientAddress } from './clientAddress.ts';
import { followedBehind } from './oncall/followed.ts';
import { respondError } from './respond.ts';

/** A client's standing in a bucket, this request included. */
interface Count {
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, from 1 to `bucketWindow`. */
  resetSeconds: number;
  exceeded: boolean;
}

export interface Meter {
  /**
   * Counts one request of `client`. A client's window in a bucket begins with its first request there; what exceeds it
   * does not prolong it. Must not reject: a meter on a shared store has to count by itself while that is out of reach.
   */
  consume(bucket: Bucket, client: string): Promise<Count>;
}

/** How many clients are remembered, about 500 bytes each: a sweep through addresses must not fill the memory. */
const rememberedClients = 100_000;

/** Counts in this process. Beyond `maxClients` it forgets the one that has been quiet for longest. */
export function memoryMeter({
  quotas = buckets,
  maxClients = rememberedClients,
}: {
  quotas?: Record<Bucket, number>;
  maxClients?: number;
} = {}): Meter {
  const limiterOf = (bucket: Bucket) =>
    new RateLimiterMemory({ points: quotas[bucket], duration: bucketWindow, keyPrefix: '' });
  const limiters = { ambient: limiterOf('ambient'), write: limiterOf('write'), heavy: limiterOf('heavy') };
  const remembered = new LRUCache<string, Bucket>({
    max: maxClients,
    dispose: (bucket, key) => void limiters[bucket].delete(key),
  });
  return {
    consume: async (bucket, client) => {
      const key = `${bucket} ${client}`;
      remembered.set(key, bucket);
      return countOf(quotas[bucket], await limiters[bucket].consume(key).catch(refusal));
    },
  };
}

export const countOf = (limit: number, { consumedPoints, remainingPoints, msBeforeNext }: RateLimiterRes): Count => ({
  limit,
  remaining: remainingPoints,
  // Where a clock went back, the library says more; the window ends all the same.
  resetSeconds: Math.max(1, Math.min(bucketWindow, Math.ceil(msBeforeNext / 1000))),
  exceeded: consumedPoints > limit,
});

/** The library rejects with the count itself. */
export function refusal(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}

export interface Metering {
  meter: Meter;
  /** How many proxies in front are ours: see `clientAddress`. */
  trustedProxyHops: number;
}

/**
 * Counts every request that reaches it, and answers `rate_limited` in place of what comes after it. It stands before
 * everything that costs, and inside CORS, so that pages can read the refusal.
 */
export const metered =
  ({ metering, site }: { metering: Metering; site: Site }): MiddlewareHandler =>
  async (c, next) => {
    if ((await countIn(metering, c, bucketOf(c.req.method, c.req.path))).exceeded)
      c.res = await respondError(c.req.raw, new ApiError('rate_limited'), { site }, '');
    else await next();
    const { bucket, count }: Counted = c.get('counted');
    const isShared = !/\b(?:no-store|private)\b/.test(c.res.headers.get('cache-control') ?? 'no-store');
    for (const [name, value] of Object.entries(headersOf(bucket, count, isShared))) c.res.headers.set(name, value);
  };

/**
 * Counts a request in another bucket too, once it is known what it asks for; what it is answered tells of that one.
 * Errors: `rate_limited`.
 */
export async function countAlso({ metering }: { metering: Metering }, c: Context, bucket: Bucket): Promise<void> {
  if ((await countIn(metering, c, bucket)).exceeded) throw new ApiError('rate_limited');
}

interface Counted {
  bucket: Bucket;
  count: Count;
}

async function countIn({ meter, trustedProxyHops }: Metering, c: Context, bucket: Bucket): Promise<Count> {
  const count = await meter.consume(bucket, clientAddress(c, trustedProxyHops));
  const followed = followedBehind(c);
  if (followed && count.exceeded) followed.refusedIn = bucket;
  c.set('counted', { bucket, count } satisfies Counted);
  return count;
}

type MeterHeader = (typeof meterHeaders)[number];

/** What one client has left is no business of a shared cache, which would tell it to others. */
function headersOf(bucket: Bucket, count: Count, isShared: boolean): Partial<Record<MeterHeader, string>> {
  const { limit, remaining, resetSeconds, exceeded } = count;
  return {
    'RateLimit-Limit': `${limit}`,
    'RateLimit-Policy': policyOf(bucket, limit),
    ...(!isShared && {
      'RateLimit-Remaining': `${remaining}`,
      'RateLimit-Reset': `${resetSeconds}`,
      RateLimit: `${bucket}; r=${remaining}; t=${resetSeconds}`,
    }),
    ...(exceeded && { 'Retry-After': `${resetSeconds}` }),
  };
}

/** Reads are ambient, whatever they ask for, and all else writes; where the table says otherwise, it rules. */
export function bucketOf(method: string, path: string): Bucket {
  const asked = method === 'HEAD' ? 'GET' : method;
  return exceptions.find((row) => row.method === asked && row.grammar.test(path))?.bucket ?? usualBucket(asked);
}

const usualBucket = (method: string): Bucket => (method === 'GET' ? 'ambient' : 'write');

const exceptions = [
  ...operationIds.map(operationOf).map((row) => ({ method: row.method, path: pathOf(row), bucket: row.bucket })),
  ...pageIds.map(pageOf).map(({ path, bucket = 'ambient' as const }) => ({ method: 'GET', path, bucket })),
]
  .filter(({ method, bucket }) => bucket !== usualBucket(method))
  .map(({ method, path, bucket }) => ({
    method,
    bucket,
    grammar: new RegExp(`^${written(path, () => '[^/]+')}$`),
  }));
