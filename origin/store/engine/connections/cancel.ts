/** Ends what a connection is busy with: a statement that nobody waits for any more would keep the database busy. */
import { connect } from 'node:net';
import type pg from 'pg';

/** PostgreSQL's manual, 55.7: CancelRequest. */
const request = 80_877_102;
/** Milliseconds; whether it arrives is not waited for. */
const patience = 2000;

/** The key that a server gave is on the driver's client, though not in its types. */
type Keyed = Pick<pg.Client, 'host' | 'port'> & { processID?: number | null; secretKey?: number | null };

export function cancelOn(client: object): void {
  const { host, port, processID, secretKey } = client as Keyed;
  if (!processID || typeof secretKey !== 'number') return;
  const message = Buffer.alloc(16);
  for (const [at, value] of [16, request, processID, secretKey].entries()) message.writeInt32BE(value, 4 * at);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket
    .on('connect', () => socket.end(message))
    .on('error', () => undefined)
    .setTimeout(patience, () => socket.destroy())
    .unref();
}
