import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../origin/http/server/listen.ts';
import { openRegistry, site, type TestRegistry } from '../registry.ts';

describe('a listening origin', () => {
  let registry: TestRegistry & AsyncDisposable;
  let server: Listening;
  beforeAll(async () => {
    registry = await openRegistry();
    server = await listen(registry.app, { host: '127.0.0.1', port: 0, site });
  });
  afterAll(async () => {
    await server.close(0);
    await registry[Symbol.asyncDispose]();
  });

  /** Sends raw bytes and returns the whole answer. */
  const raw = (request: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(request));
      let answer = '';
      socket.setEncoding('latin1').on('data', (text) => {
        answer += text;
      });
      socket.on('close', () => resolve(answer)).on('error', reject);
    });

  it.each([
    [
      'an address over the limit',
      `GET /api/v1/skills?q=${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      413,
      'payload_too_large',
    ],
    [
      'headers over the limit',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
    ['what is no request', 'HELLO\r\n\r\n', 400, 'invalid_parameter'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'invalid_parameter',
    ],
  ])('answers %s in the error shape', async (_, request, status, code) => {
    const answer = await raw(request);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code, statusCode: status });
  });

  it('answers broken percent-encoding in the error shape', async () => {
    const answer = await raw('GET /api/v1/skills/%zz/%e0%a4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"invalid_parameter"');
  });

  it('says in one sentence that its port is taken', async () => {
    const taken = listen(registry.app, { host: '127.0.0.1', port: server.port, site });
    await expect(taken).rejects.toThrow(`Port ${server.port} on 127.0.0.1 is taken by another program.`);
  });
});

describe('a server that many lean on', () => {
  const closed = (socket: Socket) =>
    new Promise<string>((resolve) => {
      let text = '';
      socket.setEncoding('utf8').on('error', () => undefined);
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('close', () => resolve(text));
    });

  it('ends the oldest connection of who has most, where too many are open', async () => {
    const answer: RequestListener = (_, response) => response.end('here');
    await using server = disposable(await listen(answer, { host: '127.0.0.1', port: 0, site, connections: 3 }));
    const sockets = [];
    for (let count = 0; count < 5; count += 1) {
      const socket = connect(server.port, '127.0.0.1');
      await once(socket, 'connect');
      sockets.push({ socket, end: closed(socket) });
    }
    await Promise.all(sockets.slice(0, 2).map(({ end }) => end));
    const last = sockets[4];
    last?.socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await last?.end).toMatch(/^HTTP\/1\.1 200 [\s\S]*here$/);
    expect(sockets.map(({ socket }) => socket.destroyed)).toEqual([true, true, false, false, true]);
    for (const { socket } of sockets) socket.destroy();
  });

  it('keeps no more of what clients don’t take than it has room for', async () => {
    const answer: RequestListener = (request, response) =>
      response.end(Buffer.alloc(request.url === '/large' ? 64 * 1024 * 1024 : 10));
    await using server = disposable(await listen(answer, { host: '127.0.0.1', port: 0, site, unsent: 1024 * 1024 }));
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'readable');
    // It reads nothing; what the system holds for it is there until the connection is ended at the other side.
    await new Promise((resolve) => setTimeout(resolve, 500));
    let taken = 0;
    socket.on('data', (data) => {
      taken += data.length;
    });
    await once(socket, 'close');
    expect(taken).toBeLessThan(64 * 1024 * 1024);
    expect((await (await fetch(`http://127.0.0.1:${server.port}/`)).arrayBuffer()).byteLength).toBe(10);
  });

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['nothing at all', ''],
    ['half a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf'],
  ])('tells who sends %s and no more that the request took too long', async (_, sent) => {
    const answer: RequestListener = (request, response) => void request.on('end', () => response.end()).resume();
    const timeouts = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
    await using server = disposable(await listen(answer, { host: '127.0.0.1', port: 0, site, timeouts }));
    const socket = connect(server.port, '127.0.0.1');
    const end = closed(socket);
    socket.write(sent);
    const text = await end;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({ code: 'request_timeout' });
  });

  it('takes no other protocol: a request to upgrade is answered as what it is besides', async () => {
    const answer: RequestListener = (_, response) => response.end('plain');
    await using server = disposable(await listen(answer, { host: '127.0.0.1', port: 0, site }));
    const socket = connect(server.port, '127.0.0.1');
    const end = closed(socket);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n');
    expect(await end).toMatch(/^HTTP\/1\.1 200 [\s\S]*plain$/);
  });
});

const disposable = (server: Listening) => Object.assign(server, { [Symbol.asyncDispose]: () => server.close(0) });
