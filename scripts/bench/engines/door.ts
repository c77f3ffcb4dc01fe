/** An origin on a store without a port, asked as anybody asks it. */
import pino from 'pino';
import { openComparer } from '../../../origin/bundle/compare/comparer.ts';
import { withoutLimits } from '../../../origin/contract/quotas.ts';
import { memoryMeter } from '../../../origin/http/meter.ts';
import { createOrigin } from '../../../origin/http/origin.ts';
import { openReader } from '../../../origin/scan/reader/reader.ts';
import { openUses } from '../../../origin/store/access/uses.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { now, site } from '../reading.ts';

/** Of the limits, more than a run asks for. */
const room = 1e9;

/** Answers a GET of the API, whole. Fails where the answer is none. */
export function doorOf(engine: Engine): (path: string) => Promise<string> {
  const app = createOrigin({
    ...{ engine, site, now, uses: openUses(), reader: openReader(), comparer: openComparer() },
    signIn: { passkeyDomain: 'localhost', pageOrigins: [site.originUrl] },
    ...{ quotas: withoutLimits, corsOrigins: [], log: pino({ level: 'silent' }) },
    metering: { meter: memoryMeter({ quotas: { ambient: room, write: room, heavy: room } }), trustedProxyHops: 0 },
    html: () => Promise.reject(new Error('This origin has no pages.')),
    assets: new Map(),
  });
  return async (path) => {
    const response = await app.request(`/api/v1${path}`);
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
    return body;
  };
}
