import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port that was free a moment ago: `wanted`, or one that the system chooses. Rejects where `wanted` is taken. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
