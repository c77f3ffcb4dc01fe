import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { varnish as purgeOf } from '../../../mirror/purge/varnish.ts';
import { hasVarnish, startVarnish, token } from '../../servers/varnish.ts';
import { serveBy } from './served.ts';

/** A mirror that says what it is told to, for a second. */
function mirrorSaying(said: { text: string; status?: number; before?: Promise<void> }): RequestListener {
  return (_, response) => {
    // What it says is what it knew when it was asked.
    const { text, status = 200 } = said;
    void (said.before ?? Promise.resolve()).then(() => {
      const headers = {
        'surrogate-control': 'max-age=1, stale-while-revalidate=60, stale-if-error=86400',
        'surrogate-key': 's/ada/hello all',
        'cache-control': status === 200 ? 'public, max-age=60, s-maxage=60' : 'no-store',
      };
      response.writeHead(status, headers).end(text);
    });
  };
}

const never = new AbortController().signal;
/** As where more than the minute has passed in which what is stale is sent at once. */
const impatient = { edited: (text: string) => text.replace('set req.grace = 60s', 'set req.grace = 0s') };

describe.skipIf(!hasVarnish)(
  `what varnish keeps${hasVarnish ? '' : ' (varnish with xkey is not on this machine)'}`,
  () => {
    const get = async (url: string) => {
      const response = await fetch(`${url}/ada/hello`);
      return { status: response.status, text: await response.text(), headers: response.headers };
    };

    it('is sent while the mirror is away or fails, and asked for again otherwise; what was purged is not', async () => {
      const said: Parameters<typeof mirrorSaying>[0] = { text: 'first' };
      const mirror = await serveBy(mirrorSaying(said));
      await using varnish = await startVarnish([mirror.port], impatient);
      expect((await get(varnish.url)).text).toBe('first');
      await wait(1200);
      said.text = 'second';
      expect((await get(varnish.url)).text).toBe('second');
      await wait(1200);
      Object.assign(said, { text: 'failed', status: 500 });
      expect(await get(varnish.url)).toMatchObject({ status: 200, text: 'second' });
      await mirror.close(0);
      await wait(1200);
      for (let time = 0; time < 4; time += 1) {
        const { status, text, headers } = await get(varnish.url);
        expect([status, text, headers.get('age')]).toEqual([200, 'second', null]);
        // A client goes by it, and would take what is a day old for stale.
        expect(Date.now() - Date.parse(headers.get('date') ?? '')).toBeLessThan(2000);
        await wait(500);
      }
      await purgeOf(varnish.url, token).send(['s/ada/hello'], never);
      const { status, text, headers } = await get(varnish.url);
      expect([status, headers.get('cache-control'), headers.get('retry-after')]).toEqual([503, 'no-store', '5']);
      expect(JSON.parse(text)).toMatchObject({ code: 'unavailable', request_id: headers.get('x-request-id') });
    });

    it('is asked of another mirror where one has just ended, or fails, before its probes tell', async () => {
      const well = await serveBy(mirrorSaying({ text: 'well' }));
      // Lies to probes, and answers nobody else.
      const ended = await serveBy((request, response) =>
        request.url === '/readyz' || request.url === '/livez' ? response.end() : request.socket.destroy(),
      );
      const failing = await serveBy((request, response) =>
        response.writeHead(request.url === '/readyz' ? 200 : 503).end('failing'),
      );
      await using varnish = await startVarnish([ended.port, failing.port, well.port]);
      const asked = Array.from({ length: 60 }, (_, nth) => fetch(`${varnish.url}/ada/skill-${nth}`));
      const answers = await Promise.all(asked);
      expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(answers.map(() => 'well'));
      for (const mirror of [well, ended, failing]) await mirror.close(0);
    });

    it('is never what was being fetched during a purge, once that is sent again', async () => {
      const { promise: before, resolve: answer } = Promise.withResolvers<void>();
      const said: Parameters<typeof mirrorSaying>[0] = { text: 'taken down', before };
      await using mirror = await disposable(serveBy(mirrorSaying(said)));
      await using varnish = await startVarnish([mirror.port]);
      const asked = get(varnish.url);
      await expect.poll(() => mirror.asked.filter(({ url }) => url === '/ada/hello').length).toBe(1);
      Object.assign(said, { text: 'nothing', before: undefined });
      const purge = purgeOf(varnish.url, token);
      await purge.send(['s/ada/hello'], never);
      answer();
      expect((await asked).text).toBe('taken down');
      // Why one purge is not enough.
      expect((await get(varnish.url)).text).toBe('taken down');
      // A mirror takes up to a tenth of a second to hear what moved, and readers are to see a takedown in two seconds.
      expect(purge.again[0]).toBeGreaterThan(100);
      expect(purge.again[0]).toBeLessThan(500);
      await purge.send(['s/ada/hello'], never);
      expect((await get(varnish.url)).text).toBe('nothing');
    });
  },
);

const disposable = async <T extends { close(grace: number): Promise<void> }>(opening: Promise<T>) => {
  const opened = await opening;
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close(0) });
};
