import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { closerOf } from '../../origin/http/server/closing.ts';

/** Milliseconds: longer than any test takes. */
const longGrace = 600_000;

/** A server whose answers the test gives, and how to speak to it. */
async function openServer() {
  const answers: Record<string, ServerResponse> = {};
  const server = createServer((request, answer) => {
    answers[request.url ?? ''] = answer;
  });
  server.keepAliveTimeout = longGrace;
  const close = closerOf(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const asked = async (path: string): Promise<ServerResponse> => {
    await expect.poll(() => answers[path]).toBeDefined();
    return answers[path] as ServerResponse;
  };

  /** Sends requests on one connection that would stay open. */
  const dial = () => {
    let heard = '';
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('utf8').on('data', (text) => {
      heard += text;
    });
    socket.on('error', () => undefined);
    const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(heard)));
    return {
      ask: (path: string): Promise<ServerResponse> => {
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
        return asked(path);
      },
      send: (bytes: string) => void socket.write(bytes),
      heard: () => heard,
      /** All that was heard, once the server has closed the connection. */
      closed,
    };
  };
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() && false));
      socket.on('error', () => resolve(true));
    });
  return { dial, asked, close, isRefused };
}

describe('a server that is closed', () => {
  it('finishes the answer under way, says that the connection closes, and takes no new one', async () => {
    const server = await openServer();
    const client = server.dial();
    const answer = await client.ask('/slow');
    const closed = server.close(longGrace);
    expect(await server.isRefused()).toBe(true);
    answer.end('whole');
    expect(await client.closed).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n[\s\S]*whole/);
    await closed;
  });

  it('sends a download to its end whose head had said that the connection stays', async () => {
    const server = await openServer();
    const client = server.dial();
    const answer = await client.ask('/download');
    answer.setHeader('Content-Length', 2_000_000);
    answer.write('a'.repeat(1_000_000));
    await expect.poll(client.heard).toContain('keep-alive');
    const closed = server.close(longGrace);
    answer.end('b'.repeat(1_000_000));
    const [, body] = (await client.closed).split('\r\n\r\n');
    expect(body).toHaveLength(2_000_000);
    await closed;
  });

  it('closes connections that are idle, also such as never asked', async () => {
    const server = await openServer();
    const [idle, silent] = [server.dial(), server.dial()];
    (await idle.ask('/done')).end('done');
    await expect.poll(idle.heard).toContain('done');
    await server.close(longGrace);
    expect(await idle.closed).toContain('done');
    expect(await silent.closed).toBe('');
  });

  it('answers a request that had begun to arrive', async () => {
    const server = await openServer();
    const client = server.dial();
    (await client.ask('/before')).end('before');
    await expect.poll(client.heard).toContain('before');
    client.send('GET /late HTTP/1.1\r\n');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = server.close(longGrace);
    client.send('Host: a\r\n\r\n');
    (await server.asked('/late')).end('late');
    expect(await client.closed).toMatch(/Connection: close\r\n[\s\S]*late/);
    await closed;
  });

  it('cuts what is not done when the grace is over', async () => {
    const server = await openServer();
    const client = server.dial();
    await client.ask('/never');
    await server.close(1);
    expect(await client.closed).toBe('');
  });
});
