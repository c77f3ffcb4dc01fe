/** A server at some distance: what its clients send, and what it answers, arrives so much later. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Distance extends AsyncDisposable {
  port: number;
  /** How often a client sent something since it had heard from the server: round trips, of all connections together. */
  trips(): number;
}

/** What a client sent until it heard from the server: `at` that time since 1970, and `ms` milliseconds before it heard. */
export interface Trip {
  connection: object;
  sent: Buffer;
  at: number;
  ms: number;
}

/** In front of `port` of this machine. `milliseconds` each way. */
export async function distanceTo(port: number, milliseconds: number, heard?: (trip: Trip) => void): Promise<Distance> {
  let trips = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const far = connect(port, '127.0.0.1');
    let hasHeard = true;
    let [sent, at]: [Buffer[], number] = [[], 0];
    for (const socket of [client, far]) {
      open.add(socket.setNoDelay());
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    const carry = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => {
        if (milliseconds === 0) to.write(bytes);
        else setTimeout(() => to.write(bytes), milliseconds);
      });
      from.on('close', () => setTimeout(() => to.destroy(), milliseconds));
    };
    client.on('data', (bytes) => {
      if (hasHeard) [trips, at] = [trips + 1, performance.timeOrigin + performance.now()];
      hasHeard = false;
      if (heard) sent.push(bytes);
    });
    far.on('data', () => {
      if (!hasHeard)
        heard?.({
          connection: client,
          sent: Buffer.concat(sent),
          at,
          ms: performance.timeOrigin + performance.now() - at,
        });
      [hasHeard, sent] = [true, []];
    });
    carry(client, far);
    carry(far, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    trips: () => trips,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
