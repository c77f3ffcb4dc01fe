/** The real registry with its mirror, on ports of loopback, counting what is asked of it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { type DailyLimits, withoutLimits } from '../../origin/contract/quotas.ts';
import type { CliFiles } from '../../origin/read/pages/page.ts';
import type { LogSigner } from '../../origin/store/log/extend.ts';
import type { Witness } from '../../origin/store/log/witnesses.ts';
import { type Mirrored, openMirrored } from '../mirror/mirrored.ts';
import { openRegistry, roomy, type TestRegistry } from '../registry.ts';

export interface Served extends AsyncDisposable {
  registry: TestRegistry;
  originUrl: string;
  mirrorUrl: string;
  /** `<method> <path>` of each request, in order; with `mirror ` before those of the mirror. */
  asked: string[];
  /** Whether every connection is cut. */
  isAway: boolean;
  /** Whether these hosts have nothing at any path that matches. */
  lacks: { host: 'origin' | 'mirror'; path: RegExp }[];
  /** What is sent instead of an answer. */
  tamper?: (path: string, answer: Response) => Response | Promise<Response>;
  mirrored: Mirrored;
  /** Brings the mirror up to date. */
  publishSnapshot(): Promise<void>;
}

interface Changes {
  cliFiles?: CliFiles;
  minClientVersion?: string;
  signer?: LogSigner;
  witnesses?: readonly Witness[];
}

export async function serveRegistry(
  metering = roomy,
  quotas: DailyLimits = withoutLimits,
  { cliFiles, minClientVersion, signer, witnesses = [] }: Changes = {},
): Promise<Served> {
  const asked: string[] = [];
  const doors: { origin?: Hono; mirror?: Hono } = {};
  const state: Pick<Served, 'isAway' | 'lacks' | 'tamper'> = { isAway: false, lacks: [] };
  const serve = async (name: 'origin' | 'mirror') => {
    const app = new Hono().all('*', async (c) => {
      const url = new URL(c.req.url);
      if (state.isAway) (c.env as HttpBindings).incoming.destroy();
      asked.push(`${name === 'mirror' ? 'mirror ' : ''}${c.req.method} ${url.pathname}${url.search}`);
      const isLacking = state.lacks.some(({ host, path }) => host === name && path.test(url.pathname));
      const request = isLacking ? new Request(new URL('/api/v1/nothing', url), c.req.raw) : c.req.raw;
      const answer = await (doors[name] as Hono).fetch(request, c.env);
      return state.tamper ? state.tamper(url.pathname, answer) : answer;
    });
    const server = createServer(getRequestListener(app.fetch));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const [origin, mirror] = [await serve('origin'), await serve('mirror')];
  const site = { originUrl: origin.url, mirrorUrl: mirror.url };
  const handingOut = cliFiles && { cliFiles };
  const registry = await openRegistry('sqlite', {
    metering: metering(),
    settings: { site, quotas, minClientVersion, ...handingOut },
  });
  const mirrored = await openMirrored(registry, {
    metering: metering(),
    site,
    ...handingOut,
    ...(signer && { signer }),
    witnesses,
  });
  doors.origin = registry.app;
  doors.mirror = mirrored.mirror;
  // Of nothing yet: without any, the mirror answers no query.
  await mirrored.snapshot.step();
  return Object.assign(state, {
    registry,
    mirrored,
    originUrl: origin.url,
    mirrorUrl: mirror.url,
    asked,
    publishSnapshot: async () => {
      await mirrored.snapshot.step();
    },
    [Symbol.asyncDispose]: async () => {
      for (const { server } of [origin, mirror]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await mirrored[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  });
}
