import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { memoryMeter } from '../../origin/http/meter.ts';
import { openMeter } from '../../origin/http/meters/open.ts';
import { openRegistry, site } from '../registry.ts';
import { hasPgbouncer, newPgbouncer } from '../servers/pgbouncer.ts';
import { hasPostgres, newPostgres } from '../servers/postgres.ts';
import { hasRedis, newRedis } from '../servers/redis.ts';

interface Options {
  kind?: 'origin' | 'mirror';
  /** Long enough for a machine that does much else. */
  patience?: number;
}

/** A program that counts at `limiterUrl`, and what it logs. */
function newProgram(limiterUrl: string, { kind = 'origin', patience = 9000 }: Options = {}) {
  const said: string[] = [];
  const meter = openMeter({ limiterUrl, site }, kind, (_, sentence) => void said.push(sentence), patience);
  return {
    meter,
    said,
    together: () => expect.poll(() => said.join()).toMatch(/counted together/),
    [Symbol.asyncDispose]: meter.close,
  };
}

const stores = [
  { name: 'Redis', isHere: hasRedis, start: () => newRedis() },
  { name: 'PostgreSQL', isHere: hasPostgres, start: () => newPostgres() },
];

describe.each(stores)('requests that several programs count in $name', ({ isHere, start }) => {
  it.skipIf(!isHere)('are refused from the 2,001st on, whichever of two origins answers', async () => {
    await using server = await start();
    await using first = newProgram(server.url);
    await using second = newProgram(server.url);
    for (const each of [first, second]) await each.together();
    await using one = await openRegistry('sqlite', { metering: { meter: first.meter, trustedProxyHops: 0 } });
    await using other = await openRegistry('sqlite', { metering: { meter: second.meter, trustedProxyHops: 0 } });
    const ask = (nth: number) => (nth % 2 ? one : other).app.request('/api/v1/nothing');
    for (let done = 0; done < 2000; done += 40) {
      const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(done + index)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
    const refused = await Promise.all([ask(0), ask(1)]);
    for (const { status, headers } of refused) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('ratelimit')).toMatch(/^ambient; r=0; t=\d+$/);
      expect(headers.get('ratelimit-policy')).toBe('ambient; q=2000; w=60');
    }
  });

  it.skipIf(!isHere)('of an origin and of a mirror count apart, and an address is stored nowhere', async () => {
    await using server = await start();
    await using origin = newProgram(server.url);
    await using mirror = newProgram(server.url, { kind: 'mirror' });
    for (const each of [origin, mirror]) await each.together();
    for (let used = 0; used < 3; used += 1) await origin.meter.consume('heavy', '192.0.2.77');
    expect(await mirror.meter.consume('heavy', '192.0.2.77')).toMatchObject({ remaining: 59 });
    const stored = JSON.stringify(
      'stop' in server ? await server.run('select * from request_counts') : await server.run('keys', '*'),
    );
    expect(stored).toMatch(/origin:heavy:[\w-]{22}/);
    expect(stored).not.toContain('192.0');
  });

  it.skipIf(!isHere)(
    'are counted by each alone while it hangs, at no cost of a second wait, and together again',
    async () => {
      await using server = await start();
      await using program = newProgram(server.url, { patience: 50 });
      await program.together();
      const use = () => program.meter.consume('heavy', '192.0.2.1');
      for (let used = 0; used < 10; used += 1) await use();
      server.stall();
      const from = performance.now();
      // The program has counted along.
      expect(await use()).toMatchObject({ remaining: 49 });
      const first = performance.now() - from;
      const begun = performance.now();
      for (let used = 0; used < 20; used += 1) await use();
      const rest = performance.now() - begun;
      expect(first).toBeLessThan(250);
      expect(rest).toBeLessThan(50);
      await expect.poll(() => program.said.length).toBe(2);
      server.resume();
      await expect.poll(() => program.said.length).toBe(3);
      expect(program.said[1]).toMatch(/is away, so each program counts requests by itself: no answer within 50 ms/);
      expect(program.said[2]).toMatch(/is back, after \d+\.\d s/);
      expect(await use()).toMatchObject({ exceeded: false });
    },
  );

  it.skipIf(!isHere)(
    'fail for no reason of it: not where it is killed in between, nor where it was never there',
    async () => {
      await using server = await start();
      await using program = newProgram(server.url);
      await program.together();
      let isOver = false;
      const statuses = new Set<number>();
      await using registry = await openRegistry('sqlite', { metering: { meter: program.meter, trustedProxyHops: 0 } });
      const asking = Array.from({ length: 4 }, async () => {
        for (; !isOver; await wait(2))
          statuses.add((await registry.app.request('/api/v1/nothing', { method: 'PUT' })).status);
      });
      await ('kill' in server ? server.kill() : server.stop('crash'));
      await expect.poll(() => program.said.length).toBe(2);
      await using late = newProgram(server.url);
      await expect.poll(() => late.said.join()).toMatch(/is away/);
      expect(await late.meter.consume('heavy', '192.0.2.1')).toMatchObject({ remaining: 59 });
      await server.start();
      await expect.poll(() => program.said.length).toBe(3);
      await expect.poll(() => late.said.length).toBe(2);
      isOver = true;
      await Promise.all(asking);
      expect([...statuses].filter((status) => status !== 404 && status !== 429)).toEqual([]);
      expect(program.said[2]).toMatch(/is back/);
    },
  );
});

describe('requests that several programs count', () => {
  it.skipIf(!hasRedis)('are counted by each alone where Redis takes no more, and it says why, once', async () => {
    await using server = await newRedis({ password: 'right' });
    await using wrong = newProgram(server.url.replace('right', 'wrong'));
    await expect.poll(() => wrong.said.join()).toMatch(/is away.*(WRONGPASS|NOAUTH|invalid)/);
    expect(wrong.said.join()).not.toContain('wrong');
    await using program = newProgram(server.url);
    await program.together();
    await server.run('config', 'set', 'maxmemory', '1');
    await program.meter.consume('heavy', '192.0.2.1');
    await program.meter.consume('heavy', '192.0.2.1');
    await expect.poll(() => program.said.length).toBe(2);
    expect(program.said[1]).toMatch(/OOM/);
    await wait(2500);
    expect(program.said).toHaveLength(2);
    await server.run('config', 'set', 'maxmemory', '0');
    await expect.poll(() => program.said.length).toBe(3);
  });

  it.skipIf(!hasPgbouncer)('work through a pooler that hands connections on after each transaction', async () => {
    await using server = await newPostgres();
    await using pooler = await newPgbouncer(server);
    await using first = newProgram(pooler.url);
    await using second = newProgram(pooler.url);
    for (const each of [first, second]) await each.together();
    await Promise.all(Array.from({ length: 30 }, (_, nth) => (nth % 2 ? first : second).meter.consume('heavy', 'a')));
    expect(await first.meter.consume('heavy', 'a')).toMatchObject({ remaining: 29 });
    expect([...first.said, ...second.said]).toHaveLength(2);
  });

  it('are counted in memory where no store is set', async () => {
    const meter = openMeter({ limiterUrl: undefined, site }, 'origin', () => undefined);
    expect(await meter.consume('heavy', 'a')).toEqual(await memoryMeter().consume('heavy', 'a'));
  });
});
