/** What a server does about connections that cost it more than they bring: too many, too slow, half closed. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf } from './clientAddress.ts';

/** Open connections; each takes some 20 KB, and one that sends up to 64 KB more before anyone reads. */
const mostConnections = 1000;

/** Beyond `most`, whoever has most of them loses the oldest: so no one address keeps others out. */
export function boundConnections(server: Server, most: number = mostConnections): void {
  const open = new Map<Socket, string>();
  server.on('connection', (socket) => {
    open.set(socket, clientOf(socket.remoteAddress ?? '') ?? '');
    socket.once('close', () => open.delete(socket));
    if (open.size <= most) return;
    const counts = new Map<string, number>();
    for (const client of open.values()) counts.set(client, (counts.get(client) ?? 0) + 1);
    const [greediest] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
    const oldest = [...open].find(([, client]) => client === greediest);
    oldest?.[0].destroy();
  });
}

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
    // A server that ends keeps no connection, whatever was read of it meanwhile.
    response.shouldKeepAlive = shouldKeepAlive && server.listening;
    socket.destroySoon = destroySoon;
  });
}
