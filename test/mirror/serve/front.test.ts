import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { frontOf } from '../../../mirror/serve/front.ts';
import type { Bucket } from '../../../origin/contract/operations/row.ts';
import { memoryMeter } from '../../../origin/http/meter.ts';
import { type Listening, listen } from '../../../origin/http/server/listen.ts';
import { openRegistry, roomy, site, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { type Mirrored, openMirrored, urlsOf } from '../mirrored.ts';

type Fields = Record<string, string>;

/** All that is answered, byte for byte, but for the date and the name of the request. */
const answerOf = (port: number, path: string, fields: Fields = {}, method = 'GET') =>
  new Promise<string>((resolve, reject) => {
    const all = { host: 'mirror.test', connection: 'close', ...fields };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    const socket = connect(port, '127.0.0.1', () =>
      socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')),
    );
    let answer = '';
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    socket.on('close', () => resolve(answer.replaceAll(/\r\n(?:Date|x-request-id): [^\r]*/gi, ''))).on('error', reject);
  });

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const fieldOf = (name: string, answer: string) => new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(answer)?.[1];

describe('what stands before the mirror', () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let bare: Listening;
  const opened: Listening[] = [];

  beforeAll(async () => {
    registry = await openRegistry();
    await registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums'), 'scripts/a b.sh': 'echo one\n'.repeat(300) });
    for (const slug of ['gone', 'altered']) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    await addKit(registry, 'ada', 'tools', ['ada:sums']);
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    bare = await listen(mirrored.mirror, { host: '127.0.0.1', port: 0, site });
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const server of opened.splice(0)) await server.close(0);
  });
  afterAll(async () => {
    await bare?.close(0);
    await mirrored?.[Symbol.asyncDispose]();
    await registry?.[Symbol.asyncDispose]();
  });

  const opening = async (door: Parameters<typeof listen>[0]): Promise<Listening> => {
    const server = await listen(door, { host: '127.0.0.1', port: 0, site, readsOnly: typeof door === 'function' });
    opened.push(server);
    return server;
  };

  /** A front that remembers nothing yet; `asked` are the requests that came through to the app. */
  async function openFront(metering = roomy(), { mirror } = mirrored) {
    const asked: string[] = [];
    const app: Pick<typeof mirror, 'fetch'> = {
      fetch: (request, env) => {
        asked.push(request.url);
        return mirror.fetch(request, env);
      },
    };
    const { port } = await opening(frontOf(app, metering));
    return { port, asked };
  }

  /** A front, and an app without one, each with a meter of its own; for both time stands still. */
  async function openDoors(quotas: Record<Bucket, number>) {
    vi.useFakeTimers({ toFake: ['Date'] });
    const openDoor = async () => {
      const metering = { meter: memoryMeter({ quotas }), trustedProxyHops: 1 };
      const own = await openMirrored(registry, { metering });
      await own.snapshot.full();
      return { own, metering };
    };
    const [before, alone] = [await openDoor(), await openDoor()];
    return {
      front: await openFront(before.metering, before.own),
      app: await opening(alone.own.mirror),
      [Symbol.asyncDispose]: async () => {
        for (const { own } of [before, alone]) await own[Symbol.asyncDispose]();
      },
    };
  }

  const urls = async () => {
    const found: string[] = [];
    for (const file of await mirrored.files()) found.push(...urlsOf(file));
    return found.sort();
  };
  const forms: Fields[] = [
    {},
    { 'accept-encoding': 'br' },
    { 'accept-encoding': 'gzip, deflate' },
    { accept: 'text/markdown' },
  ];

  it('repeats every file in every form as it was answered first, without asking the app', async () => {
    const front = await openFront();
    const all = await urls();
    expect(all.length).toBeGreaterThan(80);
    for (const url of all)
      for (const form of forms) {
        const first = await answerOf(front.port, url, form);
        const tag = fieldOf('etag', first) ?? '';
        const unchanged = await answerOf(bare.port, url, { ...form, 'if-none-match': tag });
        front.asked.length = 0;
        expect(await answerOf(front.port, url, form), `${url} ${JSON.stringify(form)}`).toBe(first);
        expect(await answerOf(front.port, url, { ...form, 'if-none-match': tag })).toBe(unchanged);
        expect([statusOf(first), statusOf(unchanged), front.asked]).toEqual([200, 304, []]);
      }
  });

  it('says what the app alone would say, whatever was asked before', async () => {
    await using doors = await openDoors({ ambient: 1e6, write: 1e6, heavy: 1e6 });
    const { front, app } = doors;
    const paths = ['/', '/ada/sums', '/ada/sums.md', '/api/v1/skills', '/api/v1/skills/ada/sums', '/nobody'];
    const tags = await Promise.all(
      paths.map(async (path) => fieldOf('etag', await answerOf(bare.port, path)) ?? '"x"'),
    );
    const tag = fc.constantFrom(...tags, ...tags.map((text) => text.replace(/"$/, '-br"')), '"none"');
    const optional = (values: fc.Arbitrary<string>) => fc.option(values, { nil: undefined });
    const request = fc.record({
      path: fc.constantFrom(...paths, ...paths.map((path) => `${path}?sort=alpha`)),
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS'),
      fields: fc.record({
        accept: optional(fc.constantFrom('*/*', 'text/html', 'text/markdown', 'Text/Markdown;q=0.9, text/html')),
        'accept-encoding': optional(fc.constantFrom('', 'br', 'gzip', 'gzip, br;q=0', '*', 'identity')),
        'if-none-match': optional(
          fc.oneof(
            tag,
            fc.constant('*'),
            tag.map((text) => `W/${text}, "y"`),
          ),
        ),
        range: optional(fc.constant('bytes=0-9')),
        host: fc.constantFrom('mirror.test', 'mirror.test', 'Mirror.Test:80', 'a:b', 'mirror.test/x'),
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 8 }), async (requests) => {
        for (const { path, method, fields } of requests) {
          const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
          expect(await answerOf(front.port, path, said, method)).toBe(await answerOf(app.port, path, said, method));
        }
      }),
      { numRuns: 60 },
    );
    expect(front.asked.length).toBeGreaterThan(0);
  });

  describe('on what changes', () => {
    let changing: Mirrored;
    beforeAll(async () => {
      changing = await openMirrored(registry);
      await changing.snapshot.full();
    });
    afterAll(() => changing[Symbol.asyncDispose]());
    const list = '/api/v1/skills';

    it('follows a file that is replaced or removed, at the latest after 50 ms', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const front = await openFront(roomy(), changing);
      const record = '/api/v1/skills/ada/gone';
      for (const path of [record, list, record, list]) await answerOf(front.port, path);
      vi.advanceTimersByTime(1);
      const before = await answerOf(front.port, record);
      await registry.send('PATCH', '/skills/ada/gone', 'ada', { category: 'data' });
      await changing.snapshot.step();
      vi.advanceTimersByTime(50);
      const replaced = await answerOf(front.port, record);
      expect([before, replaced].map((answer) => /"category":"(\w+)"/.exec(answer)?.[1])).toEqual(['other', 'data']);
      await registry.send('PATCH', '/skills/ada/gone', 'ada', { visibility: 'private' });
      await changing.snapshot.step();
      vi.advanceTimersByTime(50);
      expect(statusOf(await answerOf(front.port, record))).toBe(404);
      expect(await answerOf(front.port, list)).not.toContain('"gone"');
    });

    it('sends nothing older than what it has sent before', async () => {
      const record = '/api/v1/skills/ada/altered';
      vi.useFakeTimers({ toFake: ['performance'] });
      const front = await openFront(roomy(), changing);
      await answerOf(front.port, record);
      vi.advanceTimersByTime(1);
      await answerOf(front.port, record);
      front.asked.length = 0;
      await registry.send('PATCH', '/skills/ada/altered', 'ada', { category: 'design' });
      await changing.snapshot.step();
      vi.advanceTimersByTime(1);
      expect(await answerOf(front.port, record)).toContain('"category":"other"');
      expect(front.asked).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(await answerOf(front.port, list)).toContain('"category":"design"');
      expect(await answerOf(front.port, record)).toContain('"category":"design"');
    });
  });

  it('counts a client as the app does, and leaves it to the app to refuse', async () => {
    const bundle = (await urls()).find((url) => url.endsWith('/bundle')) ?? '';
    const paths = ['/api/v1/skills', '/ada/sums', '/api/v1/skills', '/api/v1/skills', bundle, bundle, bundle];
    const clients = ['192.0.2.1', '198.51.100.7, 192.0.2.2:4711', '2001:db8::1', '2001:db8::2', 'nobody'];
    await using doors = await openDoors({ ambient: 3, write: 1, heavy: 2 });
    const told = async (port: number) => {
      const answers: string[] = [];
      for (const client of clients)
        for (const path of paths) answers.push(await answerOf(port, path, { 'x-forwarded-for': client }));
      return answers;
    };
    const front = await told(doors.front.port);
    expect(front).toEqual(await told(doors.app.port));
    expect(new Set(front.map(statusOf))).toEqual(new Set([200, 429]));
  });
});
