import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frontOf } from '../../mirror/serve/front.ts';
import { type Listening, listen } from '../../origin/http/server/listen.ts';
import { type Mirrored, openMirrored } from '../mirror/mirrored.ts';
import { openRegistry, roomy, site, type TestRegistry } from '../registry.ts';
import { partsOf, rawAnswer } from '../socket.ts';

describe('a request', () => {
  let registry: TestRegistry & AsyncDisposable;
  let mirrored: Mirrored;
  let servers: Record<'origin' | 'mirror', Listening>;
  beforeAll(async () => {
    registry = await openRegistry();
    mirrored = await openMirrored(registry);
    await mirrored.snapshot.full();
    const at = { host: '127.0.0.1', port: 0, site };
    servers = {
      origin: await listen(registry.app, at),
      mirror: await listen(frontOf(mirrored.mirror, roomy()), { ...at, readsOnly: true }),
    };
  });
  afterAll(async () => {
    for (const server of Object.values(servers)) await server.close(0);
    await mirrored[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });

  const ask = async (name: 'origin' | 'mirror', hosts: string, version = '1.1') =>
    partsOf(
      await rawAnswer(servers[name].port, `GET /api/v1/skills HTTP/${version}\r\n${hosts}Connection: close\r\n\r\n`),
    );

  describe.each(['origin', 'mirror'] as const)('to the %s', (name) => {
    it.each(['Host: a\r\n', 'Host: a.example:8080\r\n', 'host: [::1]:80\r\n', 'HOST: 127.0.0.1\r\n'])(
      'is answered where it names one host: %j',
      async (hosts) => {
        // Twice: the mirror repeats the second.
        for (const time of [1, 2]) expect([time, (await ask(name, hosts)).status]).toEqual([time, 200]);
      },
    );

    it.each([
      ...[
        '',
        'Host: a\r\nHost: a\r\n',
        'Host: a\r\nHost: b\r\n',
        'Host: a\r\nhOsT: b\r\n',
        'Host: a, b\r\n',
        'Host: a b\r\n',
      ],
      ...['Host:\r\n', 'Host: a/b\r\n', 'Host: a@b\r\n', 'Host: a:b\r\n', 'Host: a:1:2\r\n', 'Host: http://a\r\n'],
    ])('is refused where it names none, several, or none that can be: %j', async (hosts) => {
      await ask(name, 'Host: a\r\n');
      const { status, headers, body } = await ask(name, hosts);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        400,
        'application/json',
        'no-store',
      ]);
      expect(JSON.parse(body)).toMatchObject({ code: 'invalid_parameter', statusCode: 400 });
    });
  });
});
