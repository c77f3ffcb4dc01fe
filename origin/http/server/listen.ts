/** A Hono app, or what stands before one, on a port, ended without cutting off who is being answered. */
import { createServer, type RequestListener, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { ApiError, errorBody } from '../../contract/errors.ts';
import { cachePolicies } from '../../contract/headers/cache.ts';
import { transportHeaders } from '../../contract/headers/security.ts';
import type { Site } from '../../read/reading.ts';
import type { Pace } from '../body/bodyBytes.ts';
import { followedIn, newRequestId } from '../oncall/followed.ts';
import { type OnCall, onCall } from '../oncall/onCall.ts';
import { closerOf } from './closing.ts';
import { boundAnswers, boundConnections, closeAfterUnread } from './connections.ts';
import { leaveSocket, socketBefore } from './keptSocket.ts';
import { isReadable } from './readable.ts';

export interface Listening {
  port: number;
  /** Stops taking connections, waits for running answers, and cuts what is left after `graceMs`: ten seconds. */
  close(graceMs?: number): Promise<void>;
}

interface Options {
  host: string;
  /** 0 takes a free one. */
  port: number;
  site: Site;
  /** What those on call ask and are told; absent in tests of something else. */
  onCall?: OnCall;
  /** For who never waits for the body of a request: one that has none is then answered without reading its end. */
  readsOnly?: boolean;
  /** Whether its supervisor is to keep its socket, for the process that comes after this one. */
  isKept?: boolean;
  timeouts?: typeof usualTimeouts;
  /** How many may be open. */
  connections?: number;
  /** Bytes of answers that clients may leave lying, and how slowly they may take them. */
  unsent?: number;
  pace?: Pace;
}

/** One plain sentence. */
export class CannotListen extends Error {}

/** Milliseconds for the headers of a request, for all of it, and between looks at who is over them. */
const usualTimeouts = { headersTimeout: 15_000, requestTimeout: 55_000, connectionsCheckingInterval: 2000 };

/** Rejects with `CannotListen` when the port can't be had. */
export async function listen(app: Hono | RequestListener, options: Options): Promise<Listening> {
  const { host, port, site, readsOnly = false, isKept = false, onCall: watch, timeouts = usualTimeouts } = options;
  // What a body leaves unread is dealt with here, not by reading up to 64 MiB of it.
  const listener = typeof app === 'function' ? app : getRequestListener(app.fetch, { autoCleanupIncoming: false });
  const readable: RequestListener = (request, response) => {
    if (isReadable(request)) return listener(request, response);
    response.writeHead(...headOf(unreadable, site, followedIn(request)?.id)).end(bodyOf(unreadable, site));
  };
  const followed = watch ? onCall(readable, watch) : readable;
  const answer: RequestListener = (request, response) => {
    closeAfterUnread(request, response, server);
    followed(request, response);
  };
  const server = createServer({ ...timeouts, optimizeEmptyRequests: readsOnly, requireHostHeader: false }, answer);
  // A client that waits to be told before it sends a body is told when that is read: most refusals come before.
  server.on('checkContinue', answer);
  boundConnections(server, options.connections);
  const close = closerOf(server);
  boundAnswers(server, options.unsent, options.pace);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => refuse(error, socket, site));
  const before = isKept ? await socketBefore() : undefined;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        new CannotListen(
          taken
            ? `Port ${port} on ${host} is taken by another program.`
            : `Can't listen on ${host}:${port}: ${error.message}`,
        ),
      );
    });
    server.listen(before ?? { port, host }, resolve);
  });
  if (isKept) leaveSocket(server);
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs = 10_000) => close(graceMs),
  };
}

function errorOf({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError('payload_too_large', 'The address and the headers together are too long.');
  return unreadable;
}

/** What Node could not read as a request never reaches the app, and is still answered in the contract's shape. */
function refuse(cause: NodeJS.ErrnoException, socket: Duplex, site: Site): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const error = errorOf(cause);
  const [status, fields] = headOf(error, site);
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines];
  socket.end(`${head.join('\r\n')}\r\n\r\n${bodyOf(error, site)}`);
}

const unreadable = new ApiError('invalid_parameter', 'This is not an HTTP request that can be read.');

const bodyOf = (error: ApiError, site: Site): string => JSON.stringify(errorBody(error, site.mirrorUrl));

const headOf = (error: ApiError, site: Site, id = newRequestId()): [status: number, fields: Record<string, string>] => [
  error.status,
  {
    'Content-Type': 'application/json',
    'Cache-Control': cachePolicies.none,
    'X-Content-Type-Options': 'nosniff',
    ...transportHeaders(site),
    'X-Request-Id': id,
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(bodyOf(error, site))),
  },
];
