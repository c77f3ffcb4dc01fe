/** What a server does about connections that cost it more than they bring: too many of them, answers that nobody takes, bodies that nobody reads. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf } from '../clientAddress.ts';

/** Open connections; each takes some 20 KB, and one that sends up to 64 KB more before anyone reads. */
const maxConnections = 1000;

/** Beyond `max`, the client with the most loses its oldest: so no one address keeps others out. */
export function boundConnections(server: Server, max: number = maxConnections): void {
  const open = new Map<Socket, string>();
  server.on('connection', (socket) => {
    open.set(socket, clientOf(socket.remoteAddress ?? '') ?? '');
    socket.once('close', () => open.delete(socket));
    if (open.size <= max) return;
    const counts = new Map<string, number>();
    for (const client of open.values()) counts.set(client, (counts.get(client) ?? 0) + 1);
    const [greediest] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
    const oldest = [...open].find(([, client]) => client === greediest);
    oldest?.[0].destroy();
  });
}

/** Bytes of answers that clients haven't taken yet, in all. */
const maxUnsent = 48 * 1024 * 1024;

/** Beyond `max`, the client with the most of it loses its largest answer. Checked ten times a second. */
export function boundAnswers(server: Server, max: number = maxUnsent): void {
  const open = new Map<ServerResponse, string>();
  server.on('request', (request, response) => {
    open.set(response, clientOf(request.socket.remoteAddress ?? '') ?? '');
    response.once('close', () => open.delete(response));
  });
  const unsentBy = () => {
    const sums = new Map<string, number>();
    for (const [response, client] of open) sums.set(client, (sums.get(client) ?? 0) + response.writableLength);
    return sums;
  };
  const look = () => {
    for (let sums = unsentBy(); sum(sums.values()) > max; sums = unsentBy()) {
      const weight = ([response, client]: [ServerResponse, string]) => [sums.get(client) ?? 0, response.writableLength];
      const [slowest] = [...open].toSorted((a, b) => {
        const [client = 0, size = 0] = weight(a);
        const [otherClient = 0, otherSize = 0] = weight(b);
        return otherClient - client || otherSize - size;
      });
      if (!slowest) return;
      open.delete(slowest[0]);
      slowest[0].destroy();
    }
  };
  const timer = setInterval(look, 100).unref();
  server.once('close', () => clearInterval(timer));
}

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((all, size) => all + size, 0);

/** Milliseconds that a client has to take an answer to what it hasn't sent whole. */
const lingering = 1000;

/**
 * Ends the connection after the answer where the request has a body that nobody has read whole: the rest is not worth
 * reading. The end of what we send goes first, and the connection goes when that had time to arrive: closed at once, it
 * would be reset, which can overtake the answer.
 */
export function closeAfterUnread(request: IncomingMessage, response: ServerResponse, server: Server): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (length === '0' && coding === undefined) return;
  const { shouldKeepAlive } = response;
  const { socket } = request;
  const { destroySoon } = socket;
  response.shouldKeepAlive = false;
  // Until somebody reads the body, none of it is taken in.
  socket.pause();
  socket.destroySoon = () => {
    socket.end();
    // Node reads on to find the next request, from the next tick on.
    setImmediate(() => socket.pause());
    setTimeout(() => socket.destroy(), lingering).unref();
  };
  request.once('end', () => {
    // A server that ends keeps no connection, whatever was read of it by then.
    response.shouldKeepAlive = shouldKeepAlive && server.listening;
    socket.destroySoon = destroySoon;
  });
}
