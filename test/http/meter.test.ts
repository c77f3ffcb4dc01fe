import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buckets } from '../../origin/contract/operations/row.ts';
import { type Meter, memoryMeter } from '../../origin/http/meter.ts';
import { openMeter } from '../../origin/http/meters/open.ts';
import type { OpenMeter } from '../../origin/http/meters/shared.ts';
import { site } from '../registry.ts';
import { hasPostgres, newPostgres } from '../servers/postgres.ts';
import { hasRedis, newRedis } from '../servers/redis.ts';

const minute = 60_000;

/** A kind of meter, for the suite that holds on all of them. */
interface Kind {
  open(): Promise<Meter>;
  /** Lets time pass. */
  pass(milliseconds: number): Promise<void>;
  end(): Promise<void>;
}

const inMemory = async (): Promise<Kind> => {
  vi.useFakeTimers();
  return {
    open: async () => memoryMeter(),
    pass: async (milliseconds) => void vi.advanceTimersByTime(milliseconds),
    end: async () => void vi.useRealTimers(),
  };
};

/** Of a registry of its own, so that each test begins with no counts. */
const opened = async (limiterUrl: string, meters: OpenMeter[]) => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const own = { ...site, originUrl: `http://${crypto.randomUUID()}.example` };
  const meter = openMeter({ limiterUrl, site: own }, 'origin', (_, sentence) => resolve(sentence), 9000);
  meters.push(meter);
  expect(await promise).toContain('counted together');
  return meter;
};

const inRedis = async (): Promise<Kind> => {
  const server = await newRedis();
  const meters: OpenMeter[] = [];
  return {
    open: () => opened(server.url, meters),
    // Its clock can't be set: what it keeps is made to end sooner.
    pass: async (milliseconds) => {
      for (const key of (await server.run('keys', '*')) as string[])
        await server.run('pexpire', key, `${Number(await server.run('pttl', key)) - milliseconds}`);
    },
    end: async () => {
      for (const meter of meters) await meter.close();
      await server[Symbol.asyncDispose]();
    },
  };
};

const inPostgres = async (): Promise<Kind> => {
  const server = await newPostgres();
  const meters: OpenMeter[] = [];
  return {
    open: () => opened(server.url, meters),
    pass: async (milliseconds) =>
      void (await server.run(`update request_counts set expire = expire - ${milliseconds}`)),
    end: async () => {
      for (const meter of meters) await meter.close();
      await server[Symbol.asyncDispose]();
    },
  };
};

describe.each([
  { name: 'memory', isHere: true, start: inMemory },
  { name: 'Redis', isHere: hasRedis, start: inRedis },
  { name: 'PostgreSQL', isHere: hasPostgres, start: inPostgres },
])('a meter: $name', ({ isHere, start }) => {
  describe.skipIf(!isHere)('wherever it counts', () => {
    let kind: Kind;
    beforeAll(async () => {
      kind = await start();
    });
    afterAll(() => kind.end());

    it('counts down from the quota of the bucket', async () => {
      const meter = await kind.open();
      for (const [bucket, limit] of Object.entries(buckets) as [keyof typeof buckets, number][]) {
        for (let used = 1; used <= 3; used += 1) {
          const count = { limit, remaining: limit - used, resetSeconds: 60, exceeded: false };
          expect(await meter.consume(bucket, '192.0.2.1')).toEqual(count);
        }
      }
    });

    it('lets the quota pass and nothing more, of requests at the same time too', async () => {
      const meter = await kind.open();
      const counts = await Promise.all(Array.from({ length: 65 }, () => meter.consume('heavy', '192.0.2.1')));
      const remaining = counts.map(({ remaining }) => remaining).sort((a, b) => b - a);
      expect(counts.filter(({ exceeded }) => exceeded)).toHaveLength(5);
      expect(remaining).toEqual(Array.from({ length: 65 }, (_, index) => Math.max(0, 59 - index)));
    });

    it('counts each client and each bucket by itself', async () => {
      const meter = await kind.open();
      for (let used = 0; used <= 60; used += 1) await meter.consume('heavy', '192.0.2.1');
      expect(await meter.consume('heavy', '192.0.2.1')).toMatchObject({ exceeded: true });
      expect(await meter.consume('heavy', '192.0.2.2')).toMatchObject({ remaining: 59, exceeded: false });
      expect(await meter.consume('write', '192.0.2.1')).toMatchObject({ remaining: 299, exceeded: false });
    });

    it('begins a window with the first request, and no refused one prolongs it', async () => {
      const meter = await kind.open();
      const use = () => meter.consume('heavy', '192.0.2.1');
      for (let used = 0; used <= 60; used += 1) await use();
      await kind.pass(minute / 2);
      const { exceeded, resetSeconds } = await use();
      expect(exceeded).toBe(true);
      // Of some the window has gone on meanwhile.
      expect(30 - resetSeconds).toBeOneOf([0, 1, 2, 3]);
      await kind.pass(minute / 2 - 4000);
      expect(await use()).toMatchObject({ exceeded: true });
      await kind.pass(4000);
      expect(await use()).toEqual({ limit: 60, remaining: 59, resetSeconds: 60, exceeded: false });
    });
  });
});

describe('the meter in memory', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('holds no more than its clients under a sweep of addresses, and keeps those that go on calling', async () => {
    const meter = memoryMeter({ maxClients: 100 });
    const [regular, once] = ['192.0.2.1', '192.0.2.2'];
    await meter.consume('ambient', once);
    for (let client = 0; client < 5000; client += 1) {
      await meter.consume(client % 2 ? 'ambient' : 'heavy', `2001:db8:0:${client.toString(16)}::/64`);
      if (client % 50 === 0) await meter.consume('ambient', regular);
    }
    expect(vi.getTimerCount()).toBe(100);
    expect(await meter.consume('ambient', regular)).toMatchObject({ remaining: buckets.ambient - 101 });
    expect(await meter.consume('ambient', once)).toMatchObject({ remaining: buckets.ambient - 1 });
  });

  it('forgets the count of a client with its window', async () => {
    const meter = memoryMeter();
    for (let client = 0; client < 10; client += 1) await meter.consume('write', `192.0.2.${client}`);
    expect(vi.getTimerCount()).toBe(10);
    vi.advanceTimersByTime(minute);
    expect(vi.getTimerCount()).toBe(0);
  });
});
