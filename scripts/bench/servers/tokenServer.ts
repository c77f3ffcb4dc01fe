/**
 * The least that answers for the bearer of a token: one Hono route that looks the token up in the store, and then says
 * 304. It is sent what it needs, and sends back the port that it listens on.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { callerOf } from '../../../origin/store/access/tokens.ts';
import { openDataDir } from '../catalog/place.ts';
import { now } from '../reading.ts';

process.once('message', async ({ dataDir, path, etag }: { dataDir: string; path: string; etag: string }) => {
  const engine = await openDataDir(dataDir);
  const app = new Hono().get(path, async (c) => {
    await callerOf(engine.db, (c.req.header('authorization') ?? '').replace('Bearer ', ''), now());
    const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
    return c.req.header('if-none-match') === etag ? c.body(null, 304, headers) : c.notFound();
  });
  const server = createServer(getRequestListener(app.fetch));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.on('disconnect', () => process.exit());
