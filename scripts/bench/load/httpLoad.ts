/**
 * A load on an HTTP server from a process of its own: so many connections, each asking for the next thing when it has
 * its answer. It speaks through bare sockets, since a client that parses all there is in HTTP is slower than the servers.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type Figure, median, timed } from '../figures.ts';

export interface Load {
  port: number;
  /** Whole requests, head and body, sent in turn. */
  requests: readonly string[];
  /** The one that every answer must have; of those that may also come, only the number is told. */
  status: number;
  refusals?: readonly number[];
  /** How many; with a `rate`, at most. */
  connections: number;
  /** Requests a second, whether those before were answered or not; otherwise a connection's next waits for its answer. */
  rate?: number;
  milliseconds: number;
  /** Ends when each was sent, since none may be sent again. */
  once?: boolean;
}

export interface Loaded {
  answered: number;
  milliseconds: number;
  /** Milliseconds of each request that was not refused. */
  times: number[];
  refused: number;
}

export interface LoadProcess {
  run(load: Load): Promise<Loaded>;
  end(): void;
}

export function startLoadProcess(): LoadProcess {
  const child: ChildProcess = fork(join(import.meta.dirname, 'loadProcess.ts'), { serialization: 'advanced' });
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        const died = () => reject(new Error('The load process ended.'));
        child.once('exit', died);
        child.once('message', (answer: Loaded | { failed: string }) => {
          child.off('exit', died);
          if ('failed' in answer) reject(new Error(answer.failed));
          else resolve(answer);
        });
        child.send(load);
      }),
    end: () => void child.kill(),
  };
}

/** A request as `Load` takes it. */
export const requestText = (path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): string =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n');

const rounds = 5;

/**
 * The rates of two servers under the same load, which take turns; the warm-up does not count. A rate is that of the
 * median round.
 */
export async function ratesOf(
  subject: { name: string } & Load,
  reference: { name: string } & Load,
): Promise<{ subject: Figure; reference: Figure }> {
  const load = startLoadProcess();
  const answers = { subject: [] as Loaded[], reference: [] as Loaded[] };
  try {
    for (const server of [reference, subject]) await load.run(server);
    for (let round = 0; round < rounds; round += 1) {
      answers.reference.push(await load.run(reference));
      answers.subject.push(await load.run(subject));
    }
  } finally {
    load.end();
  }
  return {
    subject: figureOf(subject.name, answers.subject),
    reference: figureOf(reference.name, answers.reference),
  };
}

const figureOf = (name: string, runs: readonly Loaded[]): Figure => ({
  ...timed(
    name,
    runs.flatMap(({ times }) => times),
  ),
  perSecond: median(runs.map(({ answered, milliseconds }) => (answered / milliseconds) * 1000)),
});
