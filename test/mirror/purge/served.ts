/** A mirror as its process serves it, with a list of what it was asked. */
import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http';
import pino from 'pino';
import { frontOf } from '../../../mirror/serve/front.ts';
import { createMetrics } from '../../../origin/http/oncall/metrics.ts';
import { readinessOf } from '../../../origin/http/oncall/readiness.ts';
import { type Listening, listen } from '../../../origin/http/server/listen.ts';
import { roomy, site } from '../../registry.ts';
import type { Mirrored } from '../mirrored.ts';

export interface Served extends Listening {
  asked: { method: string; url: string; headers: IncomingHttpHeaders }[];
}

export function serve({ mirror }: Pick<Mirrored, 'mirror'>, port = 0): Promise<Served> {
  return serveBy(frontOf(mirror, roomy()), port);
}

export async function serveBy(answer: RequestListener, port = 0): Promise<Served> {
  const asked: Served['asked'] = [];
  const noted: RequestListener = (request, response) => {
    asked.push(wordsOf(request));
    answer(request, response);
  };
  const onCall = {
    ...{ metrics: createMetrics('mirror'), log: pino({ level: 'silent' }), readiness: readinessOf([]) },
    ...{ accessLog: 'none' as const, mayRead: { isLocal: true }, trustedProxyHops: 0 },
  };
  const listening = await listen(noted, { host: '127.0.0.1', port, site, readsOnly: true, onCall });
  return { ...listening, asked };
}

const wordsOf = ({ method = '', url = '', headers }: IncomingMessage) => ({ method, url, headers });
