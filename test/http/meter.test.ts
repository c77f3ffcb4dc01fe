import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buckets } from '../../origin/contract/operations/row.ts';
import { memoryMeter } from '../../origin/http/meter.ts';

const minute = 60_000;

/** Every meter, for the suite that holds on all of them. */
const meters = { memory: memoryMeter };

describe.each(Object.entries(meters))('a meter: %s', (_, openMeter) => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('counts down from the quota of the bucket', async () => {
    const meter = openMeter();
    for (const [bucket, limit] of Object.entries(buckets) as [keyof typeof buckets, number][]) {
      for (let used = 1; used <= 3; used += 1) {
        const count = { limit, remaining: limit - used, resetSeconds: 60, exceeded: false };
        expect(await meter.consume(bucket, '192.0.2.1')).toEqual(count);
      }
    }
  });

  it('lets the quota pass and nothing more, of requests at the same time too', async () => {
    const meter = openMeter();
    const counts = await Promise.all(Array.from({ length: 65 }, () => meter.consume('heavy', '192.0.2.1')));
    expect(counts.map(({ exceeded }) => exceeded)).toEqual(Array.from({ length: 65 }, (_, index) => index >= 60));
    expect(counts.map(({ remaining }) => remaining).slice(58)).toEqual([1, 0, 0, 0, 0, 0, 0]);
  });

  it('counts each client and each bucket by itself', async () => {
    const meter = openMeter();
    for (let used = 0; used <= 60; used += 1) await meter.consume('heavy', '192.0.2.1');
    expect(await meter.consume('heavy', '192.0.2.1')).toMatchObject({ exceeded: true });
    expect(await meter.consume('heavy', '192.0.2.2')).toMatchObject({ remaining: 59, exceeded: false });
    expect(await meter.consume('write', '192.0.2.1')).toMatchObject({ remaining: 299, exceeded: false });
  });

  it('begins a window with the first request, and no refused one prolongs it', async () => {
    const meter = openMeter();
    const use = () => meter.consume('heavy', '192.0.2.1');
    for (let used = 0; used <= 60; used += 1) await use();
    vi.advanceTimersByTime(minute / 2);
    expect(await use()).toMatchObject({ exceeded: true, resetSeconds: 30 });
    vi.advanceTimersByTime(minute / 2 - 1);
    expect(await use()).toMatchObject({ exceeded: true, resetSeconds: 1 });
    vi.advanceTimersByTime(1);
    expect(await use()).toEqual({ limit: 60, remaining: 59, resetSeconds: 60, exceeded: false });
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
