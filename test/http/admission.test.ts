import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { type Admission, openAdmission } from '../../origin/http/admission/admission.ts';
import type { Bounds } from '../../origin/http/admission/gate.ts';
import { bodyRules } from '../../origin/http/body/body.ts';
import { bodyRoom } from '../../origin/http/body/bodyRoom.ts';
import { createMetrics } from '../../origin/http/oncall/metrics.ts';
import { readinessOf } from '../../origin/http/oncall/readiness.ts';
import { listen } from '../../origin/http/server/listen.ts';
import { published, refused } from '../answers.ts';
import { openMirrored } from '../mirror/mirrored.ts';
import { openRegistry, roomy, site, skillMd, type TestRegistry } from '../registry.ts';

const bounds: Bounds = { running: 2, each: 2, waiting: 0, patience: 60_000, impatience: 60_000 };
type Bucket = keyof Admission;

const admissionOf = (changes: Partial<Bounds> = {}): Admission => {
  const all = { ...bounds, ...changes };
  return openAdmission({ ambient: all, heavy: all, write: all });
};
const metering = () => ({ ...roomy(), trustedProxyHops: 1 });
const opened = (admission: Admission) => openRegistry('sqlite', { metering: metering(), settings: { admission } });
const from = (client: string) => ({ 'x-forwarded-for': client });

/** Takes every place of a class, as work that goes on would. What it returns ends that. */
async function filled(admission: Admission, bucket: Bucket): Promise<() => void> {
  const turns = await Promise.all([admission[bucket].enter('192.0.2.1'), admission[bucket].enter('192.0.2.2')]);
  return () => {
    for (const turn of turns) turn.end();
  };
}

const publishing = async (registry: TestRegistry, slug: string, body?: ReadableStream) => ({
  method: 'POST',
  headers: { ...(await registry.as('ada')), 'content-type': 'application/json', ...from('198.51.100.1') },
  body: body ?? JSON.stringify({ files: [{ path: 'SKILL.md', text: skillMd(slug) }] }),
  duplex: 'half',
});
const versionsOf = (slug: string) => `/api/v1/skills/ada/${slug}/versions`;

/** Another turn of the loop, in which whatever can go on has done so. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('a registry that is asked for more than it can answer', () => {
  it.each<Bucket>(['ambient', 'heavy', 'write'])('refuses at once what is %s, and answers all else', async (full) => {
    const admission = admissionOf();
    await using registry = await opened(admission);
    const { hash } = await published(registry, 'ada:sums');
    const asking = {
      ambient: () => registry.app.request('/api/v1/skills/ada/sums'),
      heavy: () => registry.app.request(`/api/v1/skills/ada/sums/versions/${hash}/bundle`),
      write: async () => registry.app.request(versionsOf('more'), await publishing(registry, 'more')),
    };
    const free = await filled(admission, full);
    for (const bucket of ['ambient', 'heavy', 'write'] as const) {
      const response = await asking[bucket]();
      if (bucket !== full) expect(response.ok, bucket).toBe(true);
      else {
        expect(response.headers.get('retry-after')).toBe('5');
        expect(response.headers.get('cache-control')).toContain('no-store');
        expect(await refused(response)).toBe('503 unavailable');
      }
    }
    free();
    expect((await asking[full]()).ok).toBe(true);
  });

  it('reads no body of what it refuses', async () => {
    const admission = admissionOf();
    await using registry = await opened(admission);
    await registry.as('ada');
    const free = await filled(admission, 'write');
    let pulled = 0;
    const pull = () => {
      pulled += 1;
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    expect(
      await refused(await registry.app.request(versionsOf('hello'), await publishing(registry, 'hello', body))),
    ).toBe('503 unavailable');
    expect(pulled).toBe(0);
    free();
  });

  it('keeps no place for a body that is slow to come', async () => {
    const admission = admissionOf({ running: 1, each: 1 });
    await using registry = await opened(admission);
    // It is asked for a part when it is waited for.
    const slow = Promise.withResolvers<ReadableStreamDefaultController>();
    const body = new ReadableStream({ pull: slow.resolve }, { highWaterMark: 0 });
    const first = registry.app.request(versionsOf('slow'), await publishing(registry, 'slow', body));
    const sender = await slow.promise;
    expect((await registry.app.request(versionsOf('quick'), await publishing(registry, 'quick'))).status).toBe(201);
    const { body: text } = await publishing(registry, 'slow');
    sender.enqueue(new TextEncoder().encode(String(text)));
    sender.close();
    expect((await first).status).toBe(201);
    expect(admission.write.counts()).toEqual({ running: 0, waiting: 0 });
  });

  it('answers a client in its turn, however often another asks', async () => {
    const admission = admissionOf({ waiting: 200, each: 1 });
    await using registry = await opened(admission);
    const free = await filled(admission, 'ambient');
    const order: string[] = [];
    const ask = async (client: string) => {
      const response = await registry.app.request('/api/v1/skills', { headers: from(client) });
      expect(response.status).toBe(200);
      order.push(client);
    };
    const many = Array.from({ length: 100 }, () => ask('203.0.113.9'));
    await settled();
    const one = ask('203.0.113.10');
    await settled();
    free();
    await Promise.all([...many, one]);
    expect(order.indexOf('203.0.113.10')).toBeLessThan(3);
  });

  it('makes room in a full line at the cost of who has most in it', async () => {
    const admission = admissionOf({ waiting: 3 });
    await using registry = await opened(admission);
    const free = await filled(admission, 'ambient');
    const ask = async (client: string) => registry.app.request('/api/v1/skills', { headers: from(client) });
    const many = [1, 2, 3].map(() => ask('203.0.113.9'));
    await settled();
    const one = ask('203.0.113.10');
    expect((await many[2])?.status).toBe(503);
    expect((await ask('203.0.113.9')).status).toBe(503);
    free();
    expect((await Promise.all([many[0], many[1], one])).map((response) => response?.status)).toEqual([200, 200, 200]);
  });

  it('forgets who leaves the line', async () => {
    const admission = admissionOf({ waiting: 10 });
    await using registry = await opened(admission);
    const server = await listen(registry.app, { host: '127.0.0.1', port: 0, site });
    const free = await filled(admission, 'ambient');
    const left = new AbortController();
    const asked = fetch(`http://127.0.0.1:${server.port}/api/v1/skills`, { signal: left.signal }).catch(() => 'left');
    await expect.poll(() => admission.ambient.counts().waiting).toBe(1);
    left.abort();
    expect(await asked).toBe('left');
    await expect.poll(() => admission.ambient.counts().waiting).toBe(0);
    free();
    expect(admission.ambient.counts()).toEqual({ running: 0, waiting: 0 });
    await server.close(0);
  });

  it('goes on telling those on call, and tells what it refused, so that it is no error', async () => {
    const admission = admissionOf();
    const bodies = { ...bodyRules(), room: bodyRoom({ total: 0, small: 0 }) };
    await using registry = await openRegistry('sqlite', { metering: metering(), bodies, settings: { admission } });
    const metrics = createMetrics('origin');
    metrics.admission(admission);
    const onCall = {
      ...{ metrics, log: pino({ level: 'silent' }), accessLog: 'none' as const, trustedProxyHops: 1 },
      ...{ mayRead: { token: 'on-call', isLocal: false }, readiness: readinessOf([]) },
    };
    const server = await listen(registry.app, { host: '127.0.0.1', port: 0, site, onCall });
    const get = (path: string) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { authorization: 'Bearer on-call' } });
    // No place for its body is a refusal for load too.
    const { method, headers, body } = await publishing(registry, 'more');
    const publish = { method, headers, body: String(body) };
    expect((await fetch(`http://127.0.0.1:${server.port}${versionsOf('more')}`, publish)).status).toBe(503);
    for (const bucket of ['ambient', 'heavy', 'write'] as const) await filled(admission, bucket);
    expect((await get('/api/v1/skills')).status).toBe(503);
    expect([(await get('/livez')).status, (await get('/readyz')).status]).toEqual([200, 200]);
    const told = await (await get('/metrics')).text();
    expect(told).toMatch(/^skill_registry_shed_total\{bucket="ambient",program="origin"\} 1$/m);
    expect(told).toMatch(/^skill_registry_shed_total\{bucket="write",program="origin"\} 1$/m);
    // What an alert subtracts has to be there before anything was refused.
    expect(told).toMatch(/^skill_registry_shed_total\{bucket="heavy",program="origin"\} 0$/m);
    const failed = told.matchAll(/^skill_registry_request_duration_seconds_count\{.*status="5\d\d".*\} (\d+)$/gm);
    expect([...failed].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(2);
    expect(told).toMatch(/^skill_registry_admitted\{bucket="write",state="running",program="origin"\} 2$/m);
    await server.close(0);
  });
});

describe('a mirror that is asked for more than it can answer', () => {
  it('serves its files, and refuses the rest at once', async () => {
    await using registry = await openRegistry();
    await published(registry, 'ada:sums');
    const admission = admissionOf();
    await using mirrored = await openMirrored(registry, { admission, metering: metering() });
    await mirrored.snapshot.full();
    const { mirror } = mirrored;
    const free = await filled(admission, 'ambient');
    const record = await mirror.request('/api/v1/skills/ada/sums');
    const etag = record.headers.get('etag') ?? '';
    expect(record.status).toBe(200);
    expect((await mirror.request('/api/v1/skills/ada/sums', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await mirror.request('/ada/sums')).status).toBe(200);
    expect(await refused(await mirror.request('/api/v1/skills?q=sums'))).toBe('503 unavailable');
    // What is not there has no file. The page about that is left out, the answer is not.
    expect((await mirror.request('/ada/nothing', { headers: { accept: 'text/html' } })).status).toBe(503);
    free();
    expect((await mirror.request('/api/v1/skills?q=sums')).status).toBe(200);
    expect(admission.ambient.counts()).toEqual({ running: 0, waiting: 0 });
  });
});
