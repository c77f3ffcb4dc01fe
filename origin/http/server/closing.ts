/** How a server ends without cutting off who is being answered. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds for a connection that was opened and asked nothing: browsers open some in advance. */
const silenceEndsAfter = 500;

/**
 * Follows a server's connections. The function it returns takes no new ones, closes idle ones, and ends each other after
 * the answer under way, which says `Connection: close` unless its head was sent. It resolves when all are gone; `graceMs`
 * later what is left is cut.
 */
export function closerOf(server: Server): (graceMs: number) => Promise<void> {
  const lastAnswers = new Map<Socket, ServerResponse | undefined>();
  let isClosing = false;
  server.on('connection', (socket) => {
    lastAnswers.set(socket, undefined);
    socket.on('close', () => lastAnswers.delete(socket));
  });
  const follow = ({ socket }: IncomingMessage, answer: ServerResponse) => {
    lastAnswers.set(socket, answer);
    if (isClosing) answer.shouldKeepAlive = false;
  };
  server.prependListener('request', follow).prependListener('checkContinue', follow);
  return (graceMs) =>
    new Promise((resolve) => {
      isClosing = true;
      server.close(() => resolve());
      for (const [socket, answer] of lastAnswers) {
        if (!answer || answer.writableFinished) continue;
        answer.shouldKeepAlive = false;
        // Its head has said that the connection stays.
        if (answer.headersSent) answer.on('finish', () => socket.end());
      }
      const endSilent = () => {
        for (const socket of lastAnswers.keys()) if (socket.bytesRead === 0) socket.destroy();
      };
      setTimeout(endSilent, Math.min(silenceEndsAfter, graceMs)).unref();
      setTimeout(() => server.closeAllConnections(), graceMs).unref();
    });
}
