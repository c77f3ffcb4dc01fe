/** What a server does about connections that cost it more than they bring: too many of them, answers that nobody takes, bodies that nobody reads. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { mcpLimits } from '../../contract/clients/mcp.ts';
import type { Pace } from '../body/bodyBytes.ts';
import { clientOf } from '../clientAddress.ts';

/** Open connections; each takes some 20 KB, and one that sends up to 64 KB more before anyone reads. */
const usualConnections = 1000;
/** Each subscription keeps one, and leaves as much for all else as a mirror has. */
export const originConnections = usualConnections + mcpLimits.subscriptions.all;

/**
 * Beyond `max`, the client with the most loses one: so no one address keeps others out. Of those that are asking for nothing
 * it is the one that was last used longest ago, since who uses one again and again may be asking just then; and of all where
 * all are asking.
 */
export function boundConnections(server: Server, max: number = usualConnections): void {
  /** By client, the longest unused first, with how many answers are under way on each. */
  const open = new Map<string, Map<Socket, number>>();
  let count = 0;
  const forget = (client: string, socket: Socket) => {
    const own = open.get(client);
    if (!own?.delete(socket)) return;
    count -= 1;
    if (own.size === 0) open.delete(client);
  };
  server.on('connection', (socket) => {
    const client = clientOf(socket.remoteAddress ?? '') ?? '';
    open.set(client, (open.get(client) ?? new Map<Socket, number>()).set(socket, 0));
    count += 1;
    socket.once('close', () => forget(client, socket));
    if (count <= max) return;
    const [greediest, own] = [...open].reduce((more, one) => (one[1].size > more[1].size ? one : more));
    const [unused] = own.entries().find(([, answers]) => answers === 0) ?? [...own][0] ?? [socket];
    forget(greediest, unused);
    unused.destroy();
  });
  const note = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const own = open.get(clientOf(socket.remoteAddress ?? '') ?? '');
    const add = (by: 1 | -1) => {
      const answers = own?.get(socket);
      if (answers === undefined) return;
      own?.delete(socket);
      own?.set(socket, answers + by);
    };
    add(1);
    response.once('close', () => add(-1));
  };
  server.on('request', note).on('checkContinue', note);
}

/** Bytes of answers that clients haven't taken yet, in all. */
const maxUnsent = 48 * 1024 * 1024;

/** How slowly an answer may be taken. */
const usualPace: Pace = { grace: 30_000, leastRate: 8 * 1024 };

/** What is lying there of an answer since `at`, and what its socket had been given by then. */
interface Lying {
  at: number;
  unsent: number;
  given: number;
}

/**
 * Beyond `max`, the client with the most of it loses its largest answer; one that is taken too slowly is lost in any case.
 * Checked ten times a second.
 */
export function boundAnswers(server: Server, max: number = maxUnsent, { grace, leastRate }: Pace = usualPace): void {
  const open = new Map<ServerResponse, { client: string; lying?: Lying | undefined }>();
  const note = (request: IncomingMessage, response: ServerResponse) => {
    open.set(response, { client: clientOf(request.socket.remoteAddress ?? '') ?? '' });
    response.once('close', () => open.delete(response));
  };
  server.on('request', note).on('checkContinue', note);
  const cut = (response: ServerResponse) => {
    open.delete(response);
    response.destroy();
  };
  const cutSlow = (now: number) => {
    for (const [response, held] of open) {
      const { writableLength: unsent, socket } = response;
      const given = socket?.bytesWritten ?? 0;
      held.lying = unsent > 0 ? (held.lying ?? { at: now, unsent, given }) : undefined;
      if (!held.lying) continue;
      const since = held.lying.unsent + given - held.lying.given;
      if (now - held.lying.at > grace + (since / leastRate) * 1000) cut(response);
    }
  };
  const unsentBy = () => {
    const sums = new Map<string, number>();
    for (const [response, { client }] of open) sums.set(client, (sums.get(client) ?? 0) + response.writableLength);
    return sums;
  };
  const look = () => {
    cutSlow(performance.now());
    for (let sums = unsentBy(); sum(sums.values()) > max; sums = unsentBy()) {
      const weight = ([response, { client }]: [ServerResponse, { client: string }]) => [
        sums.get(client) ?? 0,
        response.writableLength,
      ];
      const [slowest] = [...open].toSorted((a, b) => {
        const [client = 0, size = 0] = weight(a);
        const [otherClient = 0, otherSize = 0] = weight(b);
        return otherClient - client || otherSize - size;
      });
      if (!slowest) return;
      cut(slowest[0]);
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
