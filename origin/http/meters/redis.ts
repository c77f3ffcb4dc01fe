/** Counts in Redis. */
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { bucketWindow } from '../../contract/operations/row.ts';
import type { SharedCounts } from './shared.ts';

/** `kind`: whose requests, so that an origin and a mirror count apart, as they do by themselves. */
export function redisCounts(url: string, kind: string): SharedCounts {
  const client = new Redis(url, {
    lazyConnect: true,
    // What can't be counted now is counted here, and not there later.
    ...{ enableOfflineQueue: false, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false },
    ...{ connectTimeout: 2000, socketTimeout: 5000, disableClientInfo: true, connectionName: `skill-registry-${kind}` },
    retryStrategy: (times) => Math.min(100 * times, 1000),
  });
  let failure: Error | undefined;
  client.on('error', (error) => {
    failure = error;
  });
  client.on('ready', () => {
    failure = undefined;
  });
  const connected = client.connect().catch((error) => {
    failure ??= error;
  });
  const { hostname, port } = new URL(url);
  return {
    name: `Redis at ${hostname}:${port || 6379}`,
    limiterOf: (bucket, points) =>
      new RateLimiterRedis({
        ...{ storeClient: client, points, duration: bucketWindow },
        keyPrefix: `skill-registry:requests:${kind}:${bucket}`,
      }),
    prepare: async () => {
      await connected;
      // By itself a command says only that there is no connection.
      if (client.status !== 'ready') throw failure ?? new Error('there is no connection');
    },
    end: async () => client.disconnect(),
  };
}
