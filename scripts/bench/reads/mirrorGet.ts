/** One record at the bundled mirror, new and unchanged, compared with the least that `node:http` does. */
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { shareOfRate } from '../figures.ts';
import type { Result } from '../goals.ts';
import { type Load, ratesOf, requestText } from '../load/httpLoad.ts';
import type { Measure } from '../run.ts';
import { startForked } from '../servers/forked.ts';
import { freePort } from '../servers/freePort.ts';
import type { Held } from '../servers/mapServer.ts';
import { publicUrls, startProgram } from '../servers/program.ts';
import { prepareSnapshot } from '../snapshot.ts';

export const mirrorGet: Measure = async ({ catalog, say }) => {
  const place = await catalog();
  const { skills } = await prepareSnapshot(place, say);
  const port = await freePort();
  const mirror = await startProgram('mirror/main.ts', {
    ...{ ...publicUrls, DATA_DIR: place.dataDir, MIRROR_PORT: String(port), TRUSTED_PROXY_HOPS: '1' },
  });
  const held = await recordsAt(port, skills);
  const bare = await startForked('mapServer.ts', held);
  const results: Result[] = [];
  for (const status of [200, 304] as const) {
    const requests = loadOf(held, status);
    const { subject, reference } = await ratesOf(
      { name: 'a record at the mirror', port, ...requests },
      { name: 'node:http and a Map', port: bare.port, ...requests },
    );
    results.push({ goal: `mirror, ${status}`, subject, reference, ratio: shareOfRate(subject, reference) });
  }
  bare.stop();
  await mirror.stop();
  return results;
};

/** Requests for all of them, each as another client's, since one alone may not ask that often. */
export function loadOf(held: readonly Held[], status: 200 | 304): Omit<Load, 'port'> {
  const clients = 50;
  const requests = Array.from({ length: clients }, (_, client) =>
    held.map(({ path, etag }, index) =>
      requestText(path, {
        'x-forwarded-for': `10.${client}.${Math.floor(index / 250)}.${index % 250}`,
        ...(status === 304 && { 'if-none-match': etag }),
      }),
    ),
  ).flat();
  return { requests, status, connections: 32, milliseconds: 2000 };
}

/** The records of these skills as a server answers them. */
export async function recordsAt(port: number, skills: readonly string[]): Promise<Held[]> {
  const held: Held[] = [];
  for (const [index, skill] of skills.entries()) {
    const path = `${apiPrefix}/skills/${skill}`;
    const headers = { 'x-forwarded-for': `10.200.0.${index % 250}`, 'accept-encoding': 'identity' };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    held.push({ path, body: await answer.text(), etag: answer.headers.get('etag') ?? '' });
  }
  return held;
}
