/** A witness’s door. Requests are bounded in time, size and number. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readUpTo } from '../../../origin/contract/clients/bodies.ts';
import { type Answer, refusal, type Witness } from './witness.ts';

export interface Door {
  host: string;
  /** 0 is any that is free. */
  port: number;
  tell(sentence: string): void;
}

export interface Open {
  /** Such as `http://127.0.0.1:7480`. */
  address: string;
  /** When what is being answered is. */
  close(): Promise<void>;
}

/** Bytes: a hundred signatures, some of them of keys after quantum computers, and a proof. */
const maxBody = 256 * 1024;
/** Milliseconds for a whole request. */
const patience = 10_000;
const maxConnections = 256;

/** Errors: those of `listen`. */
export async function serveWitness(witness: Witness, { host, port, tell }: Door): Promise<Open> {
  const bounds = { requestTimeout: patience, headersTimeout: patience, connectionsCheckingInterval: 1000 };
  const server = createServer({ ...bounds, keepAliveTimeout: 60_000 }, async (request, response) => {
    const answer = await answerTo(request, witness).catch((error: unknown) => {
      // Who went away before the end of a request hears nothing, and nobody needs to hear of it.
      if (!request.destroyed || request.complete) tell(`A checkpoint was not cosigned: ${(error as Error).message}`);
      return refusal(500, 'The witness can’t answer now.');
    });
    response.writeHead(answer.status, {
      'content-type': answer.type ?? 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(answer.body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(answer.status === 405 && { allow: request.url === addCheckpoint ? 'POST' : 'GET, HEAD' }),
      // What was not read of a body is not read any more.
      ...(!request.complete && { connection: 'close' }),
    });
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const { port: its, address, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${its}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), patience).unref();
      }),
  };
}

const addCheckpoint = '/add-checkpoint';

async function answerTo(request: IncomingMessage, witness: Witness): Promise<Answer> {
  const { method, url = '' } = request;
  if (url === addCheckpoint) {
    if (method !== 'POST') return refusal(405, 'Checkpoints are sent with POST.');
    const body = await bodyOf(request);
    return body ? witness.addCheckpoint(body) : refusal(413, `A request has at most ${maxBody} bytes.`);
  }
  const [, originHash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? [];
  if (originHash === undefined) return refusal(404, 'There is nothing here.');
  return method === 'GET' || method === 'HEAD'
    ? witness.checkpoint(originHash)
    : refusal(405, 'This is read with GET.');
}

// The connection stays, so that who sends too much hears of it.
const bodyOf = (request: IncomingMessage) => readUpTo(maxBody, request.iterator({ destroyOnReturn: false }));
