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

async function run(load: Load): Promise<Loaded> {
  return load.rate === undefined ? inTurn(load) : atRate(load, load.rate);
}

async function inTurn({ port, requests, status, connections, milliseconds, once = false }: Load): Promise<Loaded> {
  const times: number[] = [];
  const bytes = requests.map((request) => Buffer.from(request));
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const started = performance.now();
  const until = started + milliseconds;
  let next = 0;
  const ask = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      const answer = answerReader([status]);
      const send = () => {
        sentAt = performance.now();
        if (sentAt >= until || (once && next >= bytes.length)) return void socket.end(resolve);
        socket.write(bytes[next++ % bytes.length] as Buffer);
      };
      socket.on('data', (chunk) => {
        try {
          if (answer.wholeIn(chunk) === undefined) return;
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
  return { answered: times.length, milliseconds: performance.now() - started, times, refused: 0 };
}

/** A time is from when its request was due: what waits here for a connection waits as it would elsewhere. */
async function atRate(load: Load, rate: number): Promise<Loaded> {
  const { port, requests, status, refusals = [], connections, milliseconds } = load;
  const times: number[] = [];
  const due: number[] = [];
  const idle: (() => void)[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const started = performance.now();
  let [sent, open, underWay, refused, isOver] = [0, 0, 0, 0, false];
  const add = async () => {
    open += 1;
    const socket = await opened(port);
    const answer = answerReader([status, ...refusals]);
    let since: number | undefined;
    const next = () => {
      since = due.shift();
      if (since === undefined) return void idle.push(next);
      socket.write(Buffer.from(requests[sent++ % requests.length] as string));
    };
    // One that is asked for nothing may be ended.
    socket.on('error', reject).on('close', () => {
      if (since !== undefined) return reject(new Error('The server closed a connection.'));
      open -= 1;
      idle.splice(idle.indexOf(next), 1);
    });
    socket.on('data', (chunk) => {
      try {
        const answered = answer.wholeIn(chunk);
        if (answered === undefined) return;
        if (answered === status) times.push(performance.now() - (since ?? 0));
        else refused += 1;
        underWay -= 1;
        if (isOver && underWay === 0) resolve();
        next();
      } catch (error) {
        reject(error as Error);
      }
    });
    next();
  };
  const timer = setInterval(() => {
    const now = performance.now() - started;
    isOver = now >= milliseconds;
    if (isOver) return clearInterval(timer);
    for (let asked = sent + due.length; asked < (now / 1000) * rate; asked += 1) {
      due.push(performance.now());
      underWay += 1;
      const next = idle.pop();
      if (next) next();
      else if (open < connections) add().catch(reject);
    }
  }, 2);
  await promise;
  return { answered: times.length, milliseconds: performance.now() - started, times, refused };
}

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });

/** Reads one answer after the other from what comes in. Answers must have a length or be a 304. */
function answerReader(statuses: readonly number[]) {
  let head: Buffer = Buffer.alloc(0);
  let missing = 0;
  let status = 0;
  return {
    /** The status, once all of it is there. */
    wholeIn(chunk: Buffer): number | undefined {
      if (missing > 0) {
        missing -= chunk.length;
        return missing === 0 ? status : undefined;
      }
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return undefined;
      const text = head.toString('latin1', 0, end);
      status = Number(text.slice(9, 12));
      if (!statuses.includes(status))
        throw new Error(`Answered ${status} and not ${statuses.join(' or ')}: ${head.toString('utf8', 0, 600)}`);
      const length = status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1]);
      missing = length - (head.length - end - 4);
      head = Buffer.alloc(0);
      if (Number.isNaN(missing) || missing < 0) throw new Error(`An answer without its length: ${text}`);
      return missing === 0 ? status : undefined;
    },
  };
}
