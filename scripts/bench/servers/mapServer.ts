/**
 * The least that serves JSON over HTTP: `node:http` answering from a Map, with ETags. It is sent what to hold, and sends
 * back the port that it listens on.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Held {
  path: string;
  body: string;
  etag: string;
}

process.once('message', (held: Held[]) => {
  const answers = new Map(held.map(({ path, body, etag }) => [path, { body: Buffer.from(body), etag }]));
  const server = createServer((request, response) => {
    const found = answers.get(request.url ?? '');
    if (!found) return void response.writeHead(404).end();
    const headers = { ETag: found.etag, 'Cache-Control': 'public, max-age=60', 'Content-Type': 'application/json' };
    if (request.headers['if-none-match'] === found.etag) return void response.writeHead(304, headers).end();
    response.writeHead(200, { ...headers, 'Content-Length': found.body.length }).end(found.body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit());
