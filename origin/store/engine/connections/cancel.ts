/** Ends what a connection is busy with: a statement that nobody waits for any more would keep the database busy. */
import { connect } from 'node:net';

/** PostgreSQL's manual, 55.7: CancelRequest. */
const request = 80_877_102;
/** Milliseconds; whether it arrives is not waited for. */
const patience = 2000;

/** What the driver knows of a connection: where it leads, and the key that the server gave for this. */
export interface Keyed {
  host: string;
  port: number;
  processID?: number;
  secretKey?: number;
}

export function cancelOn({ host, port, processID, secretKey }: Keyed): void {
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
