import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAdmission } from '../../origin/http/admission/admission.ts';
import { type Listening, listen } from '../../origin/http/server/listen.ts';
import { openRegistry, reader, roomy, site, skillMd } from '../registry.ts';

const mebibyte = 1024 * 1024;

/** A server on a port of its own, for the length of one test. */
async function served(answer: RequestListener, options: Partial<Parameters<typeof listen>[1]> = {}) {
  const server: Listening = await listen(answer, { host: '127.0.0.1', port: 0, site, ...options });
  onTestFinished(() => server.close(0));
  return server.port;
}

/** A connection, from an address of this machine. */
async function dial(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** The next thing that comes. */
const heard = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe('a server in a flood', () => {
  it('lets go who takes a large answer a byte at a time, and answers others', async () => {
    const wasWhole = Promise.withResolvers<boolean>();
    const answer: RequestListener = (request, response) => {
      if (request.url === '/small') return void response.end('small');
      response.once('close', () => wasWhole.resolve(response.writableFinished)).end(Buffer.alloc(32 * mebibyte));
    };
    const port = await served(answer, { pace: { grace: 100, leastRate: 2 ** 40 } });
    const slow = await dial(port);
    slow.pause().write(get('/large'));
    const reading = setInterval(() => void slow.read(1), 5);
    expect(await wasWhole.promise).toBe(false);
    const other = await dial(port);
    other.write(get('/small'));
    expect(await heard(other)).toMatch(/small$/);
    clearInterval(reading);
    let taken = 0;
    for await (const chunk of slow) taken += (chunk as Buffer).length;
    expect(taken).toBeLessThan(32 * mebibyte);
  });

  it('lets who takes an answer slowly have all of it, if that is no slower than it may be', async () => {
    const answer: RequestListener = (_, response) => response.end(Buffer.alloc(8 * mebibyte));
    const port = await served(answer, { pace: { grace: 50, leastRate: 1 } });
    const slow = await dial(port);
    slow.write(get('/').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    let taken = 0;
    for await (const chunk of slow) {
      taken += (chunk as Buffer).length;
      if (taken < mebibyte) await wait(10);
    }
    expect(taken).toBeGreaterThan(8 * mebibyte);
  });

  it('keeps who is being answered and who came first from elsewhere, however many connections come', async () => {
    const underWay = Promise.withResolvers<() => void>();
    const answer: RequestListener = (request, response) => {
      if (request.url === '/long') underWay.resolve(() => response.end('at last'));
      else response.end('at once');
    };
    const connections = 10;
    const port = await served(answer, { connections });
    const elsewhere = await dial(port, '127.0.0.2');
    const asking = await dial(port);
    asking.write(get('/long'));
    const finish = await underWay.promise;
    const storm: Socket[] = [];
    for (let round = 0; round < 10; round += 1)
      storm.push(...(await Promise.all(Array.from({ length: 30 }, () => dial(port).then((one) => one.resume())))));
    await expect.poll(() => storm.filter(({ closed }) => !closed).length).toBe(connections - 2);
    elsewhere.write(get('/'));
    expect(await heard(elsewhere)).toContain('at once');
    finish();
    expect(await heard(asking)).toContain('at last');
    const next = await dial(port, '127.0.0.3');
    next.write(get('/'));
    expect(await heard(next)).toContain('at once');
  });
});

describe('a client of whom a flood comes too', () => {
  it('keeps the connection that it uses again and again, however old that is', async () => {
    const connections = 4;
    const port = await served((_, response) => response.end('here'), { connections });
    const used = await dial(port);
    const storm: Socket[] = [];
    for (let round = 0; round < 10; round += 1) {
      used.write(get('/'));
      expect(await Promise.race([heard(used), once(used, 'close').then(() => 'closed')])).toContain('here');
      for (let count = 1; count < connections; count += 1) storm.push((await dial(port)).resume());
    }
    await expect.poll(() => storm.filter(({ closed }) => !closed).length).toBe(connections - 1);
    expect(used.closed).toBe(false);
  });
});

const metering = () => ({ ...roomy(), trustedProxyHops: 1 });
const most = { running: 2, each: 1, waiting: 2, patience: 2 ** 30, impatience: 2 ** 30 };
const publishOf = (slug: string) => JSON.stringify({ files: [{ path: 'SKILL.md', text: skillMd(slug) }] });

describe('a registry that is flooded', () => {
  it('with writes answers reads, and all writes that it took in', async () => {
    const admission = openAdmission({ ambient: most, heavy: most, write: most });
    const scanned = Promise.withResolvers<void>();
    const reading = {
      ...reader,
      readFor: (async (...of) => {
        await scanned.promise;
        return reader.readFor(...of);
      }) as typeof reader.readFor,
    };
    await using registry = await openRegistry('sqlite', { reading, metering: metering(), settings: { admission } });
    const headers = { ...(await registry.as('ada')), 'content-type': 'application/json' };
    const statuses: number[] = [];
    const writes = Array.from({ length: 30 }, async (_, index) => {
      const from = { 'x-forwarded-for': `192.0.2.${index}` };
      const path = `/api/v1/skills/ada/skill-${index}/versions`;
      const sent = { method: 'POST', headers: { ...headers, ...from }, body: publishOf(`skill-${index}`) };
      statuses.push((await registry.app.request(path, sent)).status);
    });
    // Those that have arrived go on, no matter who came meanwhile; the rest is refused.
    await expect.poll(() => admission.write.counts().waiting).toBe(0);
    for (let read = 0; read < 5; read += 1) expect((await registry.get('/skills')).status).toBe(200);
    expect(statuses.filter((status) => status === 201)).toEqual([]);
    scanned.resolve();
    await Promise.all(writes);
    expect(new Set(statuses)).toEqual(new Set([201, 503]));
    const { total } = await (await registry.get('/skills')).json();
    expect(total).toBe(statuses.filter((status) => status === 201).length);
    expect(admission.write.counts()).toEqual({ running: 0, waiting: 0 });
  });

  it('by bodies whose senders go, or end in the middle, keeps nothing of them', async () => {
    const admission = openAdmission({ ambient: most, heavy: most, write: most });
    await using registry = await openRegistry('sqlite', { metering: metering(), settings: { admission } });
    const { authorization } = await registry.as('ada');
    const server = await listen(registry.app, { host: '127.0.0.1', port: 0, site });
    const body = publishOf('half');
    for (let sender = 0; sender < 20; sender += 1) {
      const socket = await dial(server.port);
      socket.write(
        `POST /api/v1/skills/ada/half/versions HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
      );
      if (sender % 2) socket.destroy();
      else await once(socket.resume().end(), 'close');
    }
    await expect.poll(() => admission.write.counts()).toEqual({ running: 0, waiting: 0 });
    expect((await registry.publish('ada', 'whole', { 'SKILL.md': skillMd('whole') })).status).toBe(201);
    await server.close(0);
  });
});
