import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { limits } from '../../origin/contract/fields.ts';
import type { BodyRules } from '../../origin/http/body/body.ts';
import { bodyRoom } from '../../origin/http/body/bodyRoom.ts';
import { type Listening, listen } from '../../origin/http/server/listen.ts';
import { openRegistry, roomy, site, skillMd, type TestRegistry } from '../registry.ts';

const mebibyte = 1024 * 1024;

/** A registry on a port, whose bodies are read under these rules. */
async function listening(bodies: Partial<BodyRules> = {}) {
  const rules = { room: bodyRoom(), grace: 600_000, leastRate: 1, ...bodies };
  const metering = { ...roomy(), trustedProxyHops: 1 };
  const registry = await openRegistry('sqlite', { metering, bodies: rules });
  const server = await listen(registry.app, { host: '127.0.0.1', port: 0, site });
  return { registry, server };
}

describe('room for bodies', () => {
  const kibibytes = 1024;
  const held = (room: ReturnType<typeof bodyRoom>, account: number, address: string, size: number) => {
    const state = { ended: false };
    const place = room.enter({ account, address }, () => {
      state.ended = true;
    });
    place.grow(size * kibibytes);
    return Object.assign(state, place);
  };
  /** Room for a mebibyte and nothing besides. */
  const full = () => bodyRoom({ total: mebibyte, small: 0 });

  it('is made by who holds most, by account or by address', () => {
    for (const [account, address] of [
      [() => 1, (index: number) => `192.0.2.${index}`],
      [(index: number) => index, () => '192.0.2.1'],
    ] as const) {
      const room = full();
      const many = [10, 11, 12].map((index) => held(room, account(index), address(index), 150));
      const other = held(room, 20, '198.51.100.1', 400);
      const next = held(room, 21, '198.51.100.2', 250);
      expect([...many, other, next].map(({ ended }) => ended)).toEqual([false, false, true, false, false]);
    }
  });

  it('is not made by a body that has arrived, and who asks for most gets none', () => {
    const room = full();
    const whole = held(room, 1, '192.0.2.1', 500);
    whole.settle();
    const arriving = held(room, 2, '192.0.2.2', 400);
    expect(() => held(room, 3, '192.0.2.3', 450)).toThrow('Too many large requests');
    expect([whole.ended, arriving.ended]).toEqual([false, false]);
    whole.leave();
    held(room, 3, '192.0.2.3', 450);
  });
});

describe('bodies that arrive at a time', () => {
  let registry: TestRegistry & AsyncDisposable;
  let server: Listening;
  beforeAll(async () => {
    ({ registry, server } = await listening({ room: bodyRoom({ total: 4 * mebibyte, small: 4 }) }));
  });
  afterAll(async () => {
    await server.close(0);
    await registry[Symbol.asyncDispose]();
  });

  /** A publish that says it is of `length` bytes, of which `sent` are sent. */
  async function unfinished(author: string, from: string, sent: number, length = 10 * mebibyte) {
    const { authorization } = await registry.as(author);
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(
      `POST /api/v1/skills/${author}/large/versions HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nX-Forwarded-For: ${from}\r\n` +
        `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(sent, ' '));
    return { socket, answer: answerOf(socket) };
  }

  const tiny = (author: string) =>
    registry.as(author).then((headers) =>
      fetch(`http://127.0.0.1:${server.port}/api/v1/skills/${author}/tiny/versions`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.9' },
        body: JSON.stringify({ files: [{ path: 'SKILL.md', text: skillMd('tiny') }] }),
      }),
    );

  it('are of one account at most half of what there is room for', async () => {
    const { answer } = await unfinished('greta', '192.0.2.1', 3 * mebibyte);
    const { head, body } = await answer;
    expect(head).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 5\r\n/i);
    expect(head).toMatch(/\r\nconnection: close/i);
    expect(JSON.parse(body)).toMatchObject({ code: 'unavailable', retry_after: 5 });
  });

  it('never keep a small one of somebody else out, however many hold what there is', async () => {
    const others = ['hugo', 'ines', 'jan', 'kaja', 'lars', 'mona', 'nils'];
    const held = [];
    for (const [index, author] of others.entries())
      held.push(await unfinished(author, `198.51.100.${index}`, 1.5 * mebibyte));
    // Of seven times a megabyte and a half there is room for two; the first of the others is told so.
    expect((await Promise.race(held.map(({ answer }) => answer))).head).toMatch(/^HTTP\/1\.1 503 /);
    expect((await tiny('olga')).status).toBe(201);
    for (const { socket } of held) socket.destroy();
  });

  it('leave their room when they are answered or broken off', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { socket, answer } = await unfinished('paul', '203.0.113.7', mebibyte, 2 * mebibyte);
      socket.write(Buffer.alloc(mebibyte, ' '));
      expect((await answer).head).toMatch(/^HTTP\/1\.1 400 /);
    }
  });
});

describe('a body', () => {
  it('that arrives too slowly is ended, and its sender told', async () => {
    const { registry, server } = await listening({ grace: 50, leastRate: 8 * 1024 });
    const { authorization } = await registry.as('ada');
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `PATCH /api/v1/profiles/ada HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    );
    const { head, body } = await answerOf(socket);
    expect([head.slice(9, 12), JSON.parse(body).code]).toEqual(['408', 'request_timeout']);
    await server.close(0);
    await registry[Symbol.asyncDispose]();
  });

  it('in very many small chunks is ended long before it takes what they take', async () => {
    const { registry, server } = await listening();
    const { authorization } = await registry.as('ada');
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const answer = answerOf(socket);
    socket.write(
      `POST /api/v1/skills/ada/bits/versions HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/gzip\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    socket.write('1\r\nx\r\n'.repeat(100_000));
    const { head, body } = await answer;
    expect([head.slice(9, 12), JSON.parse(body).message]).toEqual(['400', 'The body comes in too many small chunks.']);
    await server.close(0);
    await registry[Symbol.asyncDispose]();
  });

  it('that is refused unread is not read: the connection ends with the answer', async () => {
    const { registry, server } = await listening();
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const answer = answerOf(socket);
    socket.write(
      `POST /api/v1/skills/ada/x/versions HTTP/1.1\r\nHost: a\r\nContent-Type: application/gzip\r\nContent-Length: ${limits.publishBody}\r\n\r\n`,
    );
    const { head } = await answer;
    expect(head).toMatch(/^HTTP\/1\.1 401 /);
    expect(head).toMatch(/\r\nconnection: close/i);
    await server.close(0);
    await registry[Symbol.asyncDispose]();
  });

  it('that waits for our word before it is sent gets it only where it will be read', async () => {
    const { registry, server } = await listening();
    const { authorization } = await registry.as('ada');
    const ask = (headers: string) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.write(
        `PATCH /api/v1/profiles/ada HTTP/1.1\r\nHost: a\r\n${headers}Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
      );
      return { socket, answer: answerOf(socket) };
    };
    expect((await ask('').answer).head).toMatch(/^HTTP\/1\.1 401 /);
    const { socket, answer } = ask(`Authorization: ${authorization}\r\nConnection: close\r\n`);
    const first = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    expect(first).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('{}');
    expect((await answer).body).toMatch(/^HTTP\/1\.1 200 /);
    await server.close(0);
    await registry[Symbol.asyncDispose]();
  });
});

/** All that a server sends until it ends the connection. */
function answerOf(socket: Socket): Promise<{ head: string; body: string }> {
  const { promise, resolve } = Promise.withResolvers<{ head: string; body: string }>();
  let text = '';
  socket.setEncoding('utf8').on('error', () => undefined);
  socket.on('data', (data) => {
    text += data;
  });
  socket.on('close', () => {
    const end = text.indexOf('\r\n\r\n');
    resolve({ head: text.slice(0, end), body: text.slice(end + 4) });
  });
  return promise;
}
