import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { type Caches, listed, openCaches } from '../../../mirror/purge/open.ts';
import type { Purge } from '../../../mirror/purge/purge.ts';
import { sendPurges } from '../../../mirror/purge/sending.ts';
import { createPurges, listPurges, waitingPurges } from '../../../mirror/snapshot/catalog/purges.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { hasVarnish, startVarnish, token } from '../../servers/varnish.ts';
import { type FakeCdn, startFakeCdn } from './fakeCdns.ts';
import { serveBy } from './served.ts';

/** A catalog, and who sends what is due in it. Whatever a cache that is new to it is told first was told. */
async function openSending(caches: Caches) {
  const folder = await mkdtemp(join(tmpdir(), 'purges-'));
  const file = join(folder, 'catalog.sqlite');
  let catalog = await openSqlite(file, { partial: true });
  await catalog.write((db) => createPurges(db, listed(caches)));
  const alarms: string[] = [];
  let stopping = new AbortController();
  let running: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await running;
  };
  return {
    alarms,
    list: (tags: string[], isTakedown = false) =>
      catalog.write((db) => listPurges(db, listed(caches), tags, { isTakedown })),
    waiting: () => waitingPurges(catalog.db),
    rows: async () =>
      (
        await catalog.db
          .selectFrom('snapshot_purges' as never)
          .selectAll()
          .execute()
      ).length,
    start: () => {
      stopping = new AbortController();
      const told = { log: pino({ level: 'silent' }), alarm: (what: string) => void alarms.push(what) };
      running = sendPurges(caches, () => catalog, told, stopping.signal);
    },
    stop,
    /** As after a kill: another program opens the file. */
    reopen: async () => {
      await stop();
      await catalog.close();
      catalog = await openSqlite(file, { partial: true });
      await catalog.write((db) => createPurges(db, listed(caches)));
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await catalog.close();
      await rm(folder, { recursive: true });
    },
  };
}

const flat = (cdn: FakeCdn) => cdn.purged.flat();

describe('what is due to a cache', () => {
  it('is sent until it is acknowledged, whatever the cache does, and said where that takes long', async () => {
    await using cdn = await startFakeCdn('fastly');
    await using sending = await openSending(new Map([['fastly a', cdn.purge]]));
    cdn.moods.push('broken', 'cut', 'unconvinced', 'busy', 'silent');
    await sending.list(['s/ada/hello'], true);
    sending.start();
    await expect.poll(async () => (await sending.waiting())[0]?.failure).toMatch(/not acknowledge|answers/);
    expect(sending.alarms).toEqual(['a cache is not purged, and may show what was taken down']);
    await expect.poll(() => flat(cdn)).toContain('s/ada/hello');
    await expect.poll(() => sending.waiting()).toEqual([{ target: 'fastly a', tags: 0, longest: 0, failure: null }]);
    expect(cdn.problems).toEqual([]);
  });

  it('is sent takedowns first, which wait for no burst, and the burst in a few calls', async () => {
    await using cdn = await startFakeCdn('cloudflare');
    await using sending = await openSending(new Map([['cloudflare a', cdn.purge]]));
    sending.start();
    await expect.poll(() => flat(cdn)).toEqual(['all']);
    for (let at = 0; at < 300; at += 1) await sending.list([`s/ada/n${at % 20}`, 'query']);
    const listed = performance.now();
    await sending.list(['v/00', 'query'], true);
    await expect.poll(() => flat(cdn), { interval: 5 }).toContain('v/00');
    expect(performance.now() - listed).toBeLessThan(900);
    const taken = cdn.purged.find((tags) => tags.includes('v/00'));
    expect(taken?.slice(0, 2).sort()).toEqual(['query', 'v/00']);
    await expect.poll(() => new Set(flat(cdn)).size).toBe(23);
    expect(cdn.calls).toBeLessThan(10);
  });

  it('survives the end of who sends it, between two calls and in one', async () => {
    await using cdn = await startFakeCdn('varnish');
    await using sending = await openSending(new Map([['varnish a', cdn.purge]]));
    cdn.moods.push('silent');
    await sending.list(['s/ada/hello'], true);
    sending.start();
    await expect.poll(() => cdn.calls).toBe(1);
    await sending.reopen();
    await sending.list(['s/ada/other']);
    sending.start();
    await expect.poll(() => flat(cdn)).toEqual(expect.arrayContaining(['s/ada/hello', 's/ada/other', 'all']));
  });

  it('is sent again where it was listed while a call was under way', async () => {
    await using cdn = await startFakeCdn('varnish');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const slow: Purge = {
      ...{ ...cdn.purge, again: [] },
      send: async (tags, signal) => {
        await cdn.purge.send(tags, signal);
        await held;
      },
    };
    await using sending = await openSending(new Map([['varnish a', slow]]));
    await sending.list(['s/ada/hello']);
    sending.start();
    await expect.poll(() => flat(cdn)).toContain('s/ada/hello');
    await sending.list(['s/ada/hello']);
    release();
    await expect.poll(() => flat(cdn).filter((tag) => tag === 's/ada/hello').length).toBe(2);
    await expect.poll(() => sending.rows()).toBe(0);
  });

  it('does not wait for another cache that is away, and becomes everything there instead of more and more', async () => {
    await using well = await startFakeCdn('varnish');
    await using away = await startFakeCdn('varnish');
    away.moods.push(...Array.from({ length: 500 }, () => 'cut' as const));
    const once = { again: [], pause: 0 };
    const caches = new Map([
      ['varnish a', { ...well.purge, ...once }],
      ['varnish b', { ...away.purge, ...once }],
    ]);
    await using sending = await openSending(caches);
    sending.start();
    for (let at = 0; at < 30; at += 1) await sending.list(Array.from({ length: 100 }, (_, n) => `s/ada/n${at}-${n}`));
    await sending.list(['v/00'], true);
    await expect.poll(() => flat(well)).toContain('v/00');
    await expect.poll(async () => (await sending.waiting()).map(({ tags }) => tags)).toEqual([0, expect.any(Number)]);
    expect(await sending.rows()).toBeLessThanOrEqual(1001);
    away.moods.length = 0;
    await expect.poll(() => flat(away)).toContain('all');
    await expect.poll(() => sending.rows()).toBe(0);
  });

  it('is sent again a little later, for what was being fetched from a mirror that lagged', async () => {
    await using cdn = await startFakeCdn('varnish');
    await using sending = await openSending(new Map([['varnish a', { ...cdn.purge, again: [200, 400] }]]));
    sending.start();
    await sending.list(['v/00'], true);
    const times = () => flat(cdn).filter((tag) => tag === 'v/00').length;
    await expect.poll(times, { timeout: 3000 }).toBe(3);
    await wait(600);
    expect(times()).toBe(3);
    expect(await sending.rows()).toBe(0);
  });

  it.skipIf(!hasVarnish)('leaves nothing of what a mirror that lags gave varnish after the first purge', async () => {
    let says = 'taken down';
    const headers = { 'surrogate-key': 's/ada/hello all', 'surrogate-control': 'max-age=86400, stale-if-error=86400' };
    const mirror = await serveBy((_, response) => void response.writeHead(200, headers).end(says));
    await using varnish = await startVarnish([mirror.port]);
    const caches = openCaches({ kind: 'varnish', targets: [varnish.url], token, keys: undefined });
    await using sending = await openSending(caches);
    const shown = async () => (await fetch(`${varnish.url}/ada/hello`)).text();
    sending.start();
    await sending.list(['s/ada/hello'], true);
    await expect.poll(async () => (await sending.waiting())[0]?.tags).toBe(0);
    expect(await shown()).toBe('taken down');
    says = 'nothing';
    await expect.poll(shown).toBe('nothing');
    await mirror.close(0);
  });

  it('is takedowns alone where a cache keeps nothing for long, and each is to be paid for', async () => {
    await using cdn = await startFakeCdn('cloudfront');
    await using sending = await openSending(new Map([['cloudfront a', cdn.purge]]));
    sending.start();
    await sending.list(['s/ada/hello', 'query']);
    await sending.list(['v/00', 'query'], true);
    await expect.poll(() => cdn.purged).toEqual([['query', 'v/00']]);
    expect(cdn.problems).toEqual([]);
  });
});
