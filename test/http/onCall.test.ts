import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestIdHeader } from '../../origin/contract/clients/onCall.ts';
import { memoryMeter } from '../../origin/http/meter.ts';
import { createMetrics } from '../../origin/http/oncall/metrics.ts';
import { observedEngine } from '../../origin/http/oncall/observedEngine.ts';
import type { OnCall } from '../../origin/http/oncall/onCall.ts';
import { originChecks } from '../../origin/http/oncall/originChecks.ts';
import { readinessOf } from '../../origin/http/oncall/readiness.ts';
import { listen } from '../../origin/http/server/listen.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { openRegistry, roomy, site, skillMd } from '../registry.ts';
import { openOutside } from '../store/contents/stores.ts';

const token = 'a-token-of-those-on-call';

interface Given extends Partial<OnCall> {
  quotas?: Record<'ambient' | 'write' | 'heavy', number>;
}

/** An origin on a port, and what it logs. */
async function served({ quotas, ...changes }: Given = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const metering = quotas ? { meter: memoryMeter({ quotas, maxClients: 10 }), trustedProxyHops: 0 } : roomy();
  const registry = await openRegistry('sqlite', { metering, log });
  const metrics = createMetrics('origin');
  const onCall: OnCall = {
    metrics,
    log,
    accessLog: 'none',
    trustedProxyHops: 0,
    mayRead: { token, isLocal: false },
    readiness: readinessOf([]),
    ...changes,
  };
  const server = await listen(registry.app, { host: '127.0.0.1', port: 0, site, onCall });
  const get = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers, ...init });
  return {
    registry,
    lines,
    get,
    metrics: async () => (await get('/metrics', { authorization: `Bearer ${token}` })).text(),
    [Symbol.asyncDispose]: async () => {
      await server.close(0);
      await registry[Symbol.asyncDispose]();
    },
  };
}

describe('the name of a request', () => {
  let server: Awaited<ReturnType<typeof served>>;
  beforeAll(async () => {
    server = await served();
    await server.registry.publish('ada', 'hello', { 'SKILL.md': skillMd('hello') });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('is on every answer, and on no two the same', async () => {
    const { etag = '' } = Object.fromEntries((await server.get('/api/v1/skills/ada/hello')).headers);
    const answers = await Promise.all([
      server.get('/api/v1/skills/ada/hello'),
      server.get('/api/v1/skills/ada/hello', { 'if-none-match': etag }),
      server.get('/ada/hello'),
      server.get('/api/v1/nothing'),
      server.get('/nothing/at/all', { accept: 'text/html' }),
      server.get('/api/v1/skills', {}, { method: 'OPTIONS' }),
      server.get('/api/v1/skills/ada/hello', {}, { method: 'DELETE' }),
      server.get('/livez'),
      server.get('/readyz'),
      server.get('/metrics', { authorization: `Bearer ${token}` }),
      server.registry.get('/skills/ada/hello'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 200, 404, 404, 204, 405, 200, 200, 200, 200]);
    const names = answers.map(({ headers }) => headers.get(requestIdHeader));
    for (const name of names) expect(name).toMatch(/^[\da-f]{32}$/);
    expect(new Set(names).size).toBe(answers.length);
    expect(answers[0]?.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
  });

  it('is ours, whatever a client says, unless proxies in front are ours', async () => {
    const named = { [requestIdHeader]: 'edge-2f00c1a9' };
    expect((await server.get('/livez', named)).headers.get(requestIdHeader)).not.toBe('edge-2f00c1a9');
    await using behindProxy = await served({ trustedProxyHops: 1 });
    expect((await behindProxy.get('/api/v1/stats', named)).headers.get(requestIdHeader)).toBe('edge-2f00c1a9');
    const odd = { [requestIdHeader]: 'x" onload="1' };
    expect((await behindProxy.get('/api/v1/stats', odd)).headers.get(requestIdHeader)).toMatch(/^[\da-f]{32}$/);
  });
});

describe('readiness', () => {
  const well = {
    freeDisk: async () => 1e12,
    behind: { look: async () => ({ changes: 0, seconds: 0 }) },
    writeFailure: async () => undefined,
    stopping: new AbortController().signal,
  };
  const answerFor = async (needs: object, through = (engine: object) => engine) => {
    const registry = await openRegistry();
    const engine = through(registry.engine) as typeof registry.engine;
    await using server = await served({ readiness: readinessOf(originChecks({ ...well, engine, ...needs })) });
    const answer = await server.get('/readyz');
    const said = {
      status: answer.status,
      retry: answer.headers.get('retry-after'),
      ...((await answer.json()) as object),
    };
    await registry[Symbol.asyncDispose]();
    return said;
  };
  const checked = ['running', 'store', 'writes', 'disk', 'snapshot'];

  it('is said where all is well, with what was looked at', async () => {
    expect(await answerFor({})).toEqual({ status: 'ready', reasons: {}, checked, retry: null });
  });

  it.each<[string, () => Promise<string | undefined>, string | undefined]>([
    ['a mirror of a part', async () => 'partial: author:ada; 1 of 2 skills', 'partial: author:ada; 1 of 2 skills'],
    [
      'a mirror that can’t tell',
      () => Promise.reject(new Error('SQLITE_IOERR')),
      'Whether this is all of the registry can’t be told now.',
    ],
    ['a mirror of all of it', async () => undefined, undefined],
  ])('never makes a part look whole: %s', async (_, partial, said) => {
    await using server = await served({ readiness: readinessOf([], partial) });
    const { partial: told, status } = (await (await server.get('/readyz')).json()) as Record<string, string>;
    expect([status, told]).toEqual(['ready', said]);
  });

  it.each([
    ['a disk that is nearly full', { freeDisk: async () => 5 * 1024 ** 2 }, 'disk', /^5 MiB are left/],
    [
      'a snapshot that stays behind',
      { behind: { look: async () => ({ changes: 7, seconds: 90.4 }) } },
      'snapshot',
      /^The snapshot is 7 changes and 90 s behind\.$/,
    ],
    ['a write that failed', { writeFailure: async () => 'SQLITE_FULL' }, 'writes', /SQLITE_FULL/],
    ['a disk that nobody can ask', { freeDisk: () => Promise.reject(new Error('EIO')) }, 'disk', /^It failed/],
  ])('is degraded by %s, and reads go on', async (_, needs, name, reason) => {
    const said = await answerFor(needs);
    expect(said).toMatchObject({ status: 'degraded', reasons: { [name]: expect.stringMatching(reason) } });
  });

  it('ends with a store that can’t be read, and tells nobody where that is', async () => {
    const error = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432 as secret-user'), {
      code: 'ECONNREFUSED',
    });
    const away = { getExecutor: () => ({ ...executor, executeQuery: () => Promise.reject(error) }) };
    const executor = {
      adapter: {},
      transformQuery: (q: unknown) => q,
      compileQuery: () => ({}),
      provideConnection: () => Promise.reject(error),
    };
    const said = await answerFor({}, (engine) => ({ ...engine, db: away }));
    expect(said).toMatchObject({ status: 'unavailable', retry: '5', reasons: { store: 'It failed: ECONNREFUSED.' } });
  });

  it('ends with the program, before its port closes', async () => {
    expect(await answerFor({ stopping: AbortSignal.abort() })).toMatchObject({
      status: 'unavailable',
      reasons: { running: 'It is stopping.' },
    });
  });
});

describe('writes that fail', () => {
  /** A store whose disk is full while the function says so: what changes nothing is written all the same. */
  const onFullDisk = async (isFull: () => boolean, code = 'SQLITE_FULL') => {
    const registry = await openRegistry();
    const write: Engine['write'] = async (work) => {
      const result = await registry.engine.write(work);
      if (isFull() && (result as unknown) !== 'nothing') throw Object.assign(new Error(code), { code });
      return result;
    };
    const metrics = createMetrics('origin');
    const observed = observedEngine({ ...registry.engine, write }, metrics);
    return { ...observed, metrics, [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose]() };
  };
  const change = async () => 'something';
  const nothing = async () => 'nothing';

  it('are told of until one works that changes something, whatever else works', async () => {
    let isFull = true;
    await using store = await onFullDisk(() => isFull);
    expect(await store.writeFailure()).toBeUndefined();
    await expect(store.engine.write(change)).rejects.toThrow('SQLITE_FULL');
    await store.engine.write(nothing);
    expect(await store.writeFailure()).toBe('SQLITE_FULL');
    isFull = false;
    await store.engine.write(nothing);
    await expect.poll(store.writeFailure).toBeUndefined();
  });

  it('for damage are told of although others work', async () => {
    let isMet = true;
    await using store = await onFullDisk(() => isMet, 'SQLITE_CORRUPT');
    await expect(store.engine.write(change)).rejects.toThrow('SQLITE_CORRUPT');
    isMet = false;
    await store.engine.write(nothing);
    expect(await store.writeFailure()).toBe('SQLITE_CORRUPT');
  });

  it('have waited too, where they gave up waiting', async () => {
    await using store = await onFullDisk(() => true, 'SQLITE_BUSY');
    await expect(store.engine.write(change)).rejects.toThrow('SQLITE_BUSY');
    expect(await store.metrics.text()).toMatch(/^skill_registry_write_wait_seconds_count(?:\{.*\})? 1$/m);
  });
});

describe('an object store', () => {
  it('is timed by what was asked of it and what came of it', async () => {
    await using there = await openOutside('sqlite', 'a bucket');
    const metrics = createMetrics('origin');
    const { engine } = observedEngine(there.engine, metrics);
    await using registry = await openRegistry('sqlite', { engine });
    expect((await registry.publish('ada', 'hello', { 'SKILL.md': skillMd('hello'), 'more.md': 'First.' })).status).toBe(
      201,
    );
    await there.away();
    expect((await registry.publish('ada', 'away', { 'SKILL.md': skillMd('away'), 'more.md': 'More.' })).status).toBe(
      503,
    );
    const counted = (await metrics.text()).match(/^skill_registry_object_store_seconds_count\{.*$/gm) ?? [];
    const of = (labels: string) => counted.find((line) => line.includes(labels))?.replace(/^.* /, '');
    expect(Number(of('operation="put",outcome="done"'))).toBeGreaterThan(0);
    expect(Number(of('operation="put",outcome="failed"'))).toBeGreaterThan(0);
  });
});

describe('metrics', () => {
  it('begin at 0, where an alert asks whether they increased', async () => {
    const metrics = createMetrics('origin');
    metrics.builderErrors(() => 3);
    const text = await metrics.text();
    for (const line of [
      'log_lines_total{level="error",program="origin"} 0',
      'log_lines_total{program="snapshot",level="error"} 3',
      'rate_limited_total{bucket="heavy",program="origin"} 0',
      'shed_total{bucket="ambient",program="origin"} 0',
    ])
      expect(text).toContain(`skill_registry_${line}`);
  });

  it('are for who has the token', async () => {
    await using server = await served();
    const of = async (headers: Record<string, string>) => (await server.get('/metrics', headers)).status;
    expect(await of({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await of({})).toBe(404);
    expect(await of({ authorization: `Bearer ${token}x` })).toBe(404);
    expect(await of({ authorization: token })).toBe(404);
  });

  it('are for this machine without one, where the registry is for it alone, and for nobody behind a proxy', async () => {
    await using local = await served({ mayRead: { isLocal: true } });
    const of = async (headers: Record<string, string>) => (await local.get('/metrics', headers)).status;
    expect(await of({})).toBe(200);
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect(await of({ [header]: '203.0.113.9' })).toBe(404);
    await using open = await served({ mayRead: { isLocal: false } });
    expect((await open.get('/metrics')).status).toBe(404);
  });

  it('leave out a number that is late, and wait for no other', async () => {
    const metrics = createMetrics('origin');
    metrics.gauge('never', 'Never there.', () => new Promise(() => undefined));
    metrics.gauge('there', 'There.', () => 7);
    expect(await metrics.text()).toMatch(/^skill_registry_there\{.*\} 7$/m);
    expect(await metrics.text()).not.toMatch(/^skill_registry_never\{/m);
  });

  it('count answers by the row that gave them, and name nobody', async () => {
    await using server = await served({ quotas: { ambient: 6, write: 1e6, heavy: 1e6 } });
    await server.registry.publish('marked-author', 'marked-skill', { 'SKILL.md': skillMd('marked-skill') });
    for (const path of [
      '/api/v1/skills/marked-author/marked-skill',
      '/api/v1/skills/marked-author/marked-skill',
      '/marked-author/marked-skill',
      '/api/v1/search?q=marked-query',
      '/marked-nothing/at/all',
    ])
      await server.get(path, { 'user-agent': 'marked-agent', authorization: 'Bearer marked-token' });
    for (const _ of [1, 2]) await server.get('/api/v1/stats');
    /** The value of the one line with all these labels, in any order. */
    const count = async (metric: string, ...labels: string[]) => {
      const line = (await server.metrics())
        .split('\n')
        .find((text) => text.startsWith(`skill_registry_${metric}{`) && labels.every((label) => text.includes(label)));
      return line?.split(' ').at(-1);
    };
    const answers = (row: string, status: number) =>
      count('request_duration_seconds_count', `row="${row}"`, 'method="GET"', `status="${status}"`);
    // An answer is counted once its end has left, which whoever asked may know sooner.
    await expect.poll(() => count('rate_limited_total', 'bucket="ambient"')).toBe('1');
    await expect.poll(() => answers('getSkill', 401)).toBe('2');
    await expect.poll(() => answers('getRegistryStats', 200)).toBe('1');
    const text = await server.metrics();
    expect(text).not.toMatch(/marked|127\.0\.0\.1/);
  });
});

describe('the access log', () => {
  it('has a line for each answer, without queries, codes or who asked', async () => {
    await using server = await served({ accessLog: 'requests' });
    const answer = await server.get('/api/v1/search?q=private-words');
    await answer.arrayBuffer();
    await server.get('/api/v1/pairing/ABCD-EFGH');
    await expect.poll(() => server.lines.length).toBe(2);
    expect(server.lines[0]).toMatchObject({
      msg: 'answered',
      requestId: answer.headers.get(requestIdHeader),
      method: 'GET',
      row: 'search',
      path: '/api/v1/search',
      status: '200',
    });
    expect(server.lines[1]).toMatchObject({ path: '/api/v1/pairing/{code}' });
    expect(JSON.stringify(server.lines)).not.toMatch(/private-words|ABCD|127\.0\.0\.1/);
  });

  it('says who asked where that was chosen, and nothing by default', async () => {
    await using named = await served({ accessLog: 'addresses' });
    await named.get('/api/v1/stats');
    await expect.poll(() => named.lines.length).toBe(1);
    expect(named.lines[0]).toMatchObject({ client: '127.0.0.1' });
    await using silent = await served();
    await silent.get('/api/v1/stats');
    await silent.metrics();
    expect(silent.lines).toEqual([]);
  });
});
