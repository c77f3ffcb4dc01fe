/** The process behind httpLoad.ts. */
import { connect, type Socket } from 'node:net';
import type { Load, Loaded } from './httpLoad.ts';

process.on('message', async (load: Load) => {
  try {
    process.send?.(await run(load));
  } catch (error) {
    process.send?.({ failed: (error as Error).message });
  }
});
process.on('disconnect', () => process.exit());

async function run({ port, requests, status, connections, milliseconds, once = false }: Load): Promise<Loaded> {
  const times: number[] = [];
  const bytes = requests.map((request) => Buffer.from(request));
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const started = performance.now();
  const until = started + milliseconds;
  let next = 0;
  const ask = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      const answer = answerReader(status);
      const send = () => {
        sentAt = performance.now();
        if (sentAt >= until || (once && next >= bytes.length)) return void socket.end(resolve);
        socket.write(bytes[next++ % bytes.length] as Buffer);
      };
      socket.on('data', (chunk) => {
        try {
          if (!answer.isWhole(chunk)) return;
          times.push(performance.now() - sentAt);
          send();
        } catch (error) {
          reject(error as Error);
          socket.destroy();
        }
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('The server closed a connection.')));
      send();
    });
  await Promise.all(sockets.map(ask));
  return { answered: times.length, milliseconds: performance.now() - started, times };
}

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });

/** Reads one answer after the other from what comes in. Answers must have a length or be a 304. */
function answerReader(status: number) {
  let head: Buffer = Buffer.alloc(0);
  let missing = 0;
  return {
    isWhole(chunk: Buffer): boolean {
      if (missing > 0) {
        missing -= chunk.length;
        return missing === 0;
      }
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return false;
      const text = head.toString('latin1', 0, end);
      const answered = Number(text.slice(9, 12));
      if (answered !== status)
        throw new Error(`Answered ${answered} and not ${status}: ${head.toString('utf8', 0, 600)}`);
      const length = answered === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1]);
      missing = length - (head.length - end - 4);
      head = Buffer.alloc(0);
      if (Number.isNaN(missing) || missing < 0) throw new Error(`An answer without its length: ${text}`);
      return missing === 0;
    },
  };
}
