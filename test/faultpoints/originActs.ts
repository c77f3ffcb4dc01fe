/** An origin that is sent writes, or scans versions again. */
import pino from 'pino';
import { cliFiles, loadAssets, renderHtml } from '../../mirror/site/built.ts';
import { openComparer } from '../../origin/bundle/compare/comparer.ts';
import { withoutLimits } from '../../origin/contract/quotas.ts';
import { memoryMeter } from '../../origin/http/meter.ts';
import { createOrigin } from '../../origin/http/origin.ts';
import { openReader } from '../../origin/scan/reader/reader.ts';
import { readSettings } from '../../origin/settings/settings.ts';
import { openUses } from '../../origin/store/access/uses.ts';
import { openStore } from '../../origin/store/engine/open.ts';
import { rescan } from '../../origin/write/rescan.ts';
import type { Act } from './act.ts';

const reader = openReader();
const comparer = openComparer();
const now = () => Math.floor(Date.now() / 1000);

type Tell = (text: string) => void;

export async function rescanAll({ environment }: Act, tell: Tell) {
  const engine = await openStore(readSettings(environment));
  try {
    const done = await rescan({ engine, reader, now });
    tell('ended');
    return { ended: 0, said: `${done} reports` };
  } catch (error) {
    return { ended: 1, said: (error as Error).message };
  } finally {
    await engine.close();
  }
}

export async function send({ environment, token, writes }: Act & { does: 'send' }, tell: Tell) {
  const settings = readSettings(environment);
  const engine = await openStore(settings);
  const app = createOrigin({
    engine,
    uses: openUses(),
    ...{ reader, comparer, now, cliFiles, html: renderHtml, quotas: withoutLimits, corsOrigins: [] },
    site: settings.site,
    signIn: settings.signIn,
    log: pino({ level: 'silent' }),
    metering: { meter: memoryMeter(), trustedProxyHops: 0 },
    assets: await loadAssets(),
  });
  const statuses: number[] = [];
  let said = '';
  for (const [index, { method, path, body }] of writes.entries()) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await app.request(`/api/v1${path}`, { method, headers, ...sent });
    statuses.push(answer.status);
    if (answer.ok) tell(String(index));
    else said += `${await answer.text()}\n`;
  }
  await engine.close();
  return { ended: statuses, said };
}
