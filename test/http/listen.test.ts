import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../origin/http/listen.ts';
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
