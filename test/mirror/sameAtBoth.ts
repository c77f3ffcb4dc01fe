/** A mirror in a folder or in an object store, and whether it answers as its origin does. */
import { expect, onTestFinished } from 'vitest';
import { nginxConfig } from '../../mirror/serve/nginx.ts';
import { listen } from '../../origin/http/server/listen.ts';
import { startNginx } from '../../scripts/bench/servers/nginx.ts';
import { site, type TestRegistry } from '../registry.ts';
import { hasPostgres, newPostgres } from '../servers/postgres.ts';
import { openS3 } from '../servers/s3/server.ts';
import { objectsOf } from '../store/objects/kinds.ts';
import { type Mirrored, openMirrored } from './mirrored.ts';
import { openSharedBuilder, openSharedMirror } from './shared.ts';

export const places = ['a folder', ...(hasPostgres ? (['an object store'] as const) : [])] as const;

export type Placed = Pick<Mirrored, 'files' | 'entries' | 'mirror' | 'snapshot'> & AsyncDisposable;

export const openIn = (place: (typeof places)[number], registry: TestRegistry): Promise<Placed> =>
  place === 'a folder' ? openMirrored(registry) : openShared(registry);

async function openShared(registry: TestRegistry) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await newPostgres());
  const s3 = await openS3();
  opened.defer(() => s3.away());
  const shared = { url: server.url, objects: objectsOf(s3) };
  const builder = opened.use(await openSharedBuilder(registry, shared));
  const { mirror } = opened.use(await openSharedMirror(registry, shared));
  const { snapshot, files, entries } = builder;
  const all = opened.move();
  return { mirror, snapshot, files, entries, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Status, bytes and all that a cache goes by. */
export async function answered(app: TestRegistry['app'], path: string, init: RequestInit = {}) {
  const response = await app.request(path, init);
  const names = ['etag', 'content-encoding', 'content-type', 'content-length', 'cache-control', 'link'];
  const headers = names.map((name) => response.headers.get(name));
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()).toString('latin1') };
}

/** The mirror's answer, which is the origin's. */
export async function sameAtBoth(
  { mirror }: Pick<Placed, 'mirror'>,
  { app }: TestRegistry,
  path: string,
  init?: RequestInit,
) {
  const here = await answered(mirror, path, init);
  expect(here, path).toEqual(await answered(app, path, init));
  return here;
}

/** The same in every form, whole, as a head, and not again to who has it. */
export async function sameInEveryForm(mirrored: Pick<Placed, 'mirror'>, registry: TestRegistry, path: string) {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const form = { 'accept-encoding': encoding };
    const { status, headers } = await sameAtBoth(mirrored, registry, path, { headers: form });
    expect([status, headers[1]]).toEqual([200, encoding === 'identity' ? null : encoding]);
    await sameAtBoth(mirrored, registry, path, { headers: form, method: 'HEAD' });
    const known = { ...form, 'if-none-match': headers[0] ?? '' };
    expect((await sameAtBoth(mirrored, registry, path, { headers: known })).status).toBe(304);
  }
}

/** nginx in front of the mirror server says what that does. */
export async function sameBehindNginx({ mirror, root }: Mirrored, paths: readonly string[]): Promise<void> {
  const server = await listen(mirror, { host: '127.0.0.1', port: 0, site });
  onTestFinished(() => server.close(0));
  const fallback = `127.0.0.1:${server.port}`;
  const nginx = await startNginx((address) => nginxConfig({ root, listen: address, fallback, site }));
  onTestFinished(() => nginx.stop());
  const through = async (port: number, path: string, headers = {}) => {
    const init = { headers: { 'accept-encoding': 'identity', ...headers } };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return [response.status, await response.text(), response.headers.get('etag')] as const;
  };
  for (const path of paths) {
    const [status, body, tag] = await through(nginx.port, path);
    expect([status, body, tag], path).toEqual(await through(server.port, path));
    expect(status).toBe(200);
    expect((await through(nginx.port, path, { 'if-none-match': tag }))[0]).toBe(304);
  }
}

/** Asks for these again and again until it ends, with every status that it was answered. */
export function polling(app: TestRegistry['app'], paths: readonly string[]) {
  const statuses = new Set<number>();
  let isAsking = false;
  const timer = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    for (const path of paths) statuses.add((await app.request(path)).status);
    isAsking = false;
  }, 1);
  onTestFinished(() => clearInterval(timer));
  return {
    end: async () => {
      clearInterval(timer);
      await expect.poll(() => isAsking).toBe(false);
      return [...statuses];
    },
  };
}
