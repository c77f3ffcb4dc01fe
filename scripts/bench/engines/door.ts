/** An origin on a store without a port, asked as anybody asks it. */
import pino from 'pino';
import { openComparer } from '../../../origin/bundle/compare/comparer.ts';
import { withoutLimits } from '../../../origin/contract/quotas.ts';
import { memoryMeter } from '../../../origin/http/meter.ts';
import { createOrigin } from '../../../origin/http/origin.ts';
import { openReader } from '../../../origin/scan/reader/reader.ts';
import { mintToken } from '../../../origin/store/access/tokens.ts';
import { openUses } from '../../../origin/store/access/uses.ts';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { now, site } from '../reading.ts';

/** Of the limits, more than a run asks for. */
const room = 1e9;

/** Answers a GET of the API, whole, to anybody or to somebody with an account. Fails where the answer is none. */
export async function doorOf(engine: Engine): Promise<(path: string, isSignedIn?: boolean) => Promise<string>> {
  const token = await engine.write(async (db) =>
    mintToken(db, { class: 'session', profileId: await author(db) }, now()),
  );
  const app = createOrigin({
    ...{ engine, site, now, uses: openUses(), reader: openReader(), comparer: openComparer() },
    signIn: { passkeyDomain: 'localhost', pageOrigins: [site.originUrl] },
    ...{ quotas: withoutLimits, corsOrigins: [], log: pino({ level: 'silent' }) },
    metering: { meter: memoryMeter({ quotas: { ambient: room, write: room, heavy: room } }), trustedProxyHops: 0 },
    html: () => Promise.reject(new Error('This origin has no pages.')),
    assets: new Map(),
  });
  return async (path, isSignedIn = false) => {
    const response = await app.request(`/api/v1${path}`, {
      headers: isSignedIn ? { authorization: `Bearer ${token}` } : {},
    });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
    return body;
  };
}

/** Who has published the most. */
async function author(db: Db): Promise<number> {
  const { owner_id } = await db
    .selectFrom('skills')
    .select('owner_id')
    .groupBy('owner_id')
    .orderBy((e) => e.fn.countAll(), 'desc')
    .orderBy('owner_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return owner_id;
}
