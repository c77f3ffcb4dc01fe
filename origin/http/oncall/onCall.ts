/**
 * The side of a server that is for those on call: each request gets a name and is followed to its end, and three paths
 * say how the server is. It stands before everything else, so that it also tells of what was refused.
 */
import type { RequestListener, ServerResponse } from 'node:http';
import { onCallPaths } from '../../contract/clients/onCall.ts';
import { cachePolicies } from '../../contract/headers/cache.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Followed, follow } from './followed.ts';
import { type MetricsRule, mayReadMetrics } from './mayReadMetrics.ts';
import type { Readiness } from './readiness.ts';
import { type Following, toItsEnd } from './toItsEnd.ts';

export interface OnCall extends Following {
  readiness(): Promise<Readiness>;
  mayRead: MetricsRule;
}

export const watchedBy = ({
  accessLog,
  metrics: mayRead,
  trustedProxyHops,
}: Settings): Pick<OnCall, 'accessLog' | 'mayRead' | 'trustedProxyHops'> => ({ accessLog, mayRead, trustedProxyHops });

/** `listener` with all this before it. */
export function onCall(listener: RequestListener, host: OnCall): RequestListener {
  return (request, response) => {
    const followed = follow(request, host.trustedProxyHops > 0);
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === onCallPaths.live) return send(response, followed, 200, 'text/plain; charset=utf-8', 'ok\n');
    if (path === onCallPaths.ready) return void sayReadiness(host, response, followed);
    if (path === onCallPaths.metrics && mayReadMetrics(host.mayRead, request))
      return void sayMetrics(host, response, followed);
    toItsEnd(host, request, response, followed, () => listener(request, response));
  };
}

async function sayReadiness({ readiness }: OnCall, response: ServerResponse, followed: Followed): Promise<void> {
  const said = await readiness();
  send(response, followed, said.status === 'unavailable' ? 503 : 200, 'application/json', `${JSON.stringify(said)}\n`);
}

async function sayMetrics({ metrics }: OnCall, response: ServerResponse, followed: Followed): Promise<void> {
  send(response, followed, 200, metrics.type, await metrics.text());
}

function send(response: ServerResponse, { id }: Followed, status: number, type: string, body: string): void {
  response
    .writeHead(status, {
      'Content-Type': type,
      'Cache-Control': cachePolicies.none,
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': id,
      ...(status === 503 && { 'Retry-After': '5' }),
    })
    .end(body);
}
