import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Balancer, hasHaproxy, newHaproxy } from '../../servers/haproxy.ts';

/** Servers that say of themselves what a test wants. */
describe.skipIf(!hasHaproxy)('the load balancer of the guide', () => {
  const servers: Server[] = [];
  let [readiness, checks] = [200, [0, 0, 0, 0]];
  let balancer: Balancer;
  beforeAll(async () => {
    for (let nth = 0; nth < 4; nth += 1) {
      const server = createServer((request, response) => {
        if (request.url !== '/readyz') return void response.end(`server ${nth}`);
        checks[nth] = (checks[nth] ?? 0) + 1;
        response.writeHead(readiness).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      servers.push(server);
    }
    const [a = 0, b = 0, c = 0, d = 0] = servers.map((server) => (server.address() as AddressInfo).port);
    balancer = await newHaproxy({ origins: [a, b], mirrors: [c, d] });
  });
  afterAll(async () => {
    await balancer?.[Symbol.asyncDispose]();
    for (const server of servers) server.close();
  });

  const looksAgain = async (times: number) => {
    checks = [0, 0, 0, 0];
    await expect.poll(() => Math.min(...checks)).toBeGreaterThan(times);
  };
  const statuses = async () => {
    const ports = [balancer.origin, balancer.mirror];
    return Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/`)).status));
  };

  it('asks one that is not ready where none is', async () => {
    await looksAgain(1);
    expect(await statuses()).toEqual([200, 200]);
    readiness = 503;
    await looksAgain(3);
    expect(await statuses()).toEqual([200, 200]);
    readiness = 200;
    await looksAgain(1);
  });
});
