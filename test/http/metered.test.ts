import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buckets, pathOf } from '../../origin/contract/operations/row.ts';
import { operationIds, operationOf } from '../../origin/contract/operations.ts';
import { type Metering, memoryMeter } from '../../origin/http/meter.ts';
import { listen } from '../../origin/http/server/listen.ts';
import { published, refusalOf, refused } from '../answers.ts';
import { openMirrored } from '../mirror/mirrored.ts';
import { openRegistry, site } from '../registry.ts';
import { peer } from './peer.ts';

describe('a metered registry', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const metering = (trustedProxyHops = 0): Metering => ({ meter: memoryMeter(), trustedProxyHops });
  const opened = (hops?: number) => openRegistry('sqlite', { metering: metering(hops) });

  /** The rate limit headers of a response, those that are there. */
  const told = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('ratelimit') || name === 'retry-after'));
  const toEveryone = { 'ratelimit-limit': '2000', 'ratelimit-policy': 'ambient; q=2000; w=60' };
  const toClient = (remaining: number, reset = 60) => ({
    ...toEveryone,
    'ratelimit-remaining': `${remaining}`,
    'ratelimit-reset': `${reset}`,
    ratelimit: `ambient; r=${remaining}; t=${reset}`,
  });
  const policies = { ambient: 'ambient; q=2000; w=60', write: 'write; q=300; w=60', heavy: 'heavy; q=60; w=60' };
  const hash = 'a'.repeat(64);

  it('counts each operation in its bucket', async () => {
    await using registry = await opened();
    const values: Record<string, string> = { hash: `sha256:${hash}`, other: hash };
    const answered: [string, string | null][] = [];
    for (const id of operationIds) {
      const { method } = operationOf(id);
      const url = pathOf(operationOf(id)).replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? 'ada');
      answered.push([id, (await registry.app.request(url, { method })).headers.get('ratelimit-policy')]);
    }
    expect(answered).toEqual(operationIds.map((id) => [id, policies[operationOf(id).bucket]]));
    const heavy = operationIds.filter((id) => operationOf(id).bucket === 'heavy');
    expect(heavy.sort()).toEqual([
      ...['clawhubArchive', 'getDiffToDecide', 'getSkillVersionBundle', 'getSkillVersionDiff'],
      'listSnapshotChanges',
    ]);
  });

  it.each([
    ['GET', '/', 'ambient'],
    ['GET', '/openapi.json', 'ambient'],
    ['GET', '/style.css', 'ambient'],
    ['GET', '/api/v1/nothing', 'ambient'],
    ['GET', '/api/v1/mcp', 'ambient'],
    ['HEAD', '/api/v1/skills', 'ambient'],
    ['HEAD', `/api/v1/skills/ada/sums/versions/${hash}/bundle`, 'heavy'],
    ['GET', `/api/v1/skills/ada/sums/versions/${hash}/bundl%65`, 'heavy'],
    ['GET', '/api/v1/skills/UPPER/sums/versions/none/diff/none?a=b', 'heavy'],
    ['POST', `/api/v1/skills/ada/sums/versions/${hash}/bundle`, 'write'],
    ['GET', `/api/v1/skills/ada/sums/versions/${hash}/bundle/x`, 'ambient'],
    ['POST', '/api/v1/mcp/x', 'write'],
    ['POST', '/api/v1/skills', 'write'],
    ['PUT', '/api/v1/mcp', 'write'],
    ['DELETE', '/', 'write'],
    ['PROPFIND', '/api/v1/skills', 'write'],
  ] as const)('counts %s %s as %s', async (method, path, bucket) => {
    await using registry = await opened();
    const response = await registry.app.request(path, { method });
    expect(response.headers.get('ratelimit-policy')).toBe(policies[bucket]);
    expect(response.headers.get('ratelimit-limit')).toBe(String(buckets[bucket]));
  });

  it('tells the quota with every answer, and what is left of it only with those that no cache shares', async () => {
    await using registry = await opened();
    const { hash } = await published(registry, 'ada:sums');
    const versioned = `/skills/ada/sums/versions/${hash}/files`;
    const session = await registry.as('ada');
    const tagOf = async (path: string) => ({ 'if-none-match': (await registry.get(path)).headers.get('etag') ?? '' });

    const shared = [
      await registry.get('/skills'),
      await registry.app.request('/api/v1/skills', { method: 'HEAD' }),
      await registry.get('/skills', await tagOf('/skills')),
      await registry.app.request('/ada/sums'),
      await registry.get(versioned),
      await registry.get(versioned, await tagOf(versioned)),
    ];
    expect(shared.map(({ status }) => status)).toEqual([200, 200, 304, 200, 200, 304]);
    expect(shared.map(told)).toEqual(shared.map(() => toEveryone));

    await registry.send('PATCH', '/skills/ada/sums', 'ada', { deprecated: true });
    const gone = await registry.get('/skills/ada/sums');
    expect([gone.status, told(gone)]).toEqual([410, toEveryone]);

    const { remaining } = await registry.get('/whoami').then((response) => ({
      remaining: Number(response.headers.get('ratelimit-remaining')),
    }));
    const own = [
      await registry.get('/whoami'),
      await registry.get('/skills', session),
      await registry.get('/nothing'),
      await registry.get('/skills?limit=x'),
      await registry.get('/sync/manifest'),
    ];
    expect(own.map(({ status }) => status)).toEqual([200, 200, 404, 400, 401]);
    expect(own.map(told)).toEqual(own.map((_, index) => toClient(remaining - 1 - index)));
  });

  it('refuses what exceeds a bucket until its window ends', async () => {
    await using registry = await opened();
    const call = () => registry.get(`/skills/ada/none/versions/${hash}/bundle`);
    for (let used = 0; used < 60; used += 1) expect((await call()).status).toBe(404);
    vi.setSystemTime(Date.now() + 17_400);
    const response = await call();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(told(response)).toEqual({
      'ratelimit-limit': '60',
      'ratelimit-policy': 'heavy; q=60; w=60',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '43',
      ratelimit: 'heavy; r=0; t=43',
      'retry-after': '43',
    });
    expect(await refusalOf(response)).toMatchObject({ code: 'rate_limited', statusCode: 429 });
    expect((await registry.get('/whoami')).status).toBe(200);
    vi.setSystemTime(Date.now() + 43_000);
    expect((await call()).status).toBe(404);
  });

  it('refuses a write before it looks at the token or reads the body', async () => {
    let asked = 0;
    await using registry = await openRegistry('sqlite', {
      metering: metering(),
      through: (engine) => ({
        ...engine,
        get db() {
          asked += 1;
          return engine.db;
        },
      }),
    });
    const { authorization } = await registry.as('ada');
    const publish = async () => {
      const body = new Response('{}').body as ReadableStream;
      const headers = { authorization, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body, duplex: 'half' } as const;
      const request = new Request('http://origin.test/api/v1/skills/ada/sums/versions', init as RequestInit);
      const response = await registry.app.request(request);
      return [await refused(response), request.bodyUsed, asked > 0];
    };
    expect(await publish()).toEqual(['400 malformed_body', true, true]);
    for (let used = 1; used < 300; used += 1) await registry.app.request('/api/v1/skills', { method: 'POST' });
    asked = 0;
    expect(await publish()).toEqual(['429 rate_limited', false, false]);
  });

  it('gives 5,000 requests that invent where they come from one bucket', async () => {
    await using registry = await opened();
    const statuses: Record<number, number> = {};
    for (let index = 0; index < 5000; index += 1) {
      const invented = `10.${index >> 8}.${index & 255}.1`;
      const headers = { 'x-forwarded-for': invented, 'x-real-ip': invented, forwarded: `for=${invented}` };
      const { status } = await registry.app.request('/api/v1/nothing', { headers }, peer('192.0.2.1'));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    expect(statuses).toEqual({ 404: 2000, 429: 3000 });
    expect((await registry.app.request('/api/v1/nothing', {}, peer('192.0.2.2'))).status).toBe(404);
  });

  it('tells clients apart behind as many proxies as it trusts', async () => {
    await using registry = await opened(1);
    const left = async (forwarded: string, from = '192.0.2.1') => {
      const init = { headers: { 'x-forwarded-for': forwarded } };
      const response = await registry.app.request('/api/v1/whoami', init, peer(from));
      return response.headers.get('ratelimit-remaining');
    };
    expect(await left('198.51.100.1')).toBe('1999');
    expect(await left('198.51.100.2')).toBe('1999');
    expect(await left('10.0.0.1, 198.51.100.1')).toBe('1998');
    expect(await left('198.51.100.1', '192.0.2.9')).toBe('1997');
  });

  it('counts a /64 of IPv6 as one client', async () => {
    await using registry = await opened();
    const left = async (from: string) =>
      (await registry.app.request('/api/v1/whoami', {}, peer(from))).headers.get('ratelimit-remaining');
    expect(await left('2001:db8:0:1::1')).toBe('1999');
    expect(await left('2001:db8:0:1:ffff::2')).toBe('1998');
    expect(await left('2001:db8:0:2::1')).toBe('1999');
  });

  it('lets pages of allowed sites read a refusal, and counts no preflight', async () => {
    await using registry = await opened();
    const headers = { origin: site.mirrorUrl, 'access-control-request-method': 'GET' };
    const bundle = `/api/v1/skills/ada/none/versions/${hash}/bundle`;
    for (let used = 0; used < 61; used += 1) {
      expect((await registry.app.request(bundle, { method: 'OPTIONS', headers })).status).toBe(204);
    }
    let response = new Response();
    for (let used = 0; used < 61; used += 1) {
      response = await registry.app.request(bundle, { headers });
    }
    expect(response.status).toBe(429);
    expect(response.headers.get('access-control-allow-origin')).toBe(site.mirrorUrl);
    expect(response.headers.get('access-control-expose-headers')?.split(',')).toEqual(
      expect.arrayContaining(['Retry-After', 'RateLimit', 'RateLimit-Remaining', 'RateLimit-Reset']),
    );
  });

  it('meters its mirror alike', async () => {
    await using registry = await opened();
    const { hash } = await published(registry, 'ada:sums');
    await using mirrored = await openMirrored(registry, { metering: metering() });
    await mirrored.snapshot.step();
    const { mirror } = mirrored;
    for (const path of ['/api/v1/skills', '/api/v1/skills/ada/sums', '/ada/sums', '/api/v1/search?q=sums']) {
      const response = await mirror.request(path);
      expect([path, response.status, told(response)]).toEqual([path, 200, toEveryone]);
    }
    const missing = await mirror.request('/api/v1/skills/ada/none');
    expect([missing.status, told(missing)]).toEqual([404, toClient(1995)]);
    const write = await mirror.request('/api/v1/skills', { method: 'POST' });
    expect([write.status, told(write)]).toMatchObject([405, { 'ratelimit-policy': policies.write }]);
    const bundle = () => mirror.request(`/api/v1/skills/ada/sums/versions/${hash}/bundle`);
    for (let used = 0; used < 60; used += 1) expect((await bundle()).status).toBe(200);
    expect(await refused(await bundle())).toBe('429 rate_limited');
  });

  it('knows a client by its socket', async () => {
    await using registry = await opened();
    const server = await listen(registry.app, { host: '127.0.0.1', port: 0, site });
    const left = async (invented: string) => {
      const url = `http://127.0.0.1:${server.port}/api/v1/whoami`;
      const response = await fetch(url, { headers: { 'x-forwarded-for': invented } });
      await response.text();
      return response.headers.get('ratelimit-remaining');
    };
    try {
      expect([await left('10.0.0.1'), await left('10.0.0.2')]).toEqual(['1999', '1998']);
      const local = await registry.app.request('/api/v1/whoami', {}, peer('127.0.0.1'));
      expect(local.headers.get('ratelimit-remaining')).toBe('1997');
    } finally {
      await server.close(0);
    }
  });
});
