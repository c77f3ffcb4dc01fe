/** The meter that the settings ask for. */
import { createHmac } from 'node:crypto';
import type { Settings } from '../../settings/settings.ts';
import type { Tell } from '../../store/engine/connections/presence.ts';
import { memoryMeter } from '../meter.ts';
import { postgresCounts } from './postgres.ts';
import { redisCounts } from './redis.ts';
import { type OpenMeter, sharedMeter } from './shared.ts';

/** `kind`: the program that counts; those of one kind count together. `patience`: milliseconds that a request waits for it. */
export function openMeter(
  { limiterUrl, site }: Pick<Settings, 'limiterUrl' | 'site'>,
  kind: 'origin' | 'mirror',
  tell: Tell,
  patience?: number,
): OpenMeter {
  if (!limiterUrl) return { ...memoryMeter(), close: async () => undefined };
  const counts = (limiterUrl.startsWith('redis') ? redisCounts : postgresCounts)(limiterUrl, kind);
  return sharedMeter(counts, { nameOf: namedBy(limiterUrl, site.originUrl), tell, ...(patience && { patience }) });
}

/**
 * A client's address is stored nowhere: there are so few that a plain hash of one tells it. Who reads the counts without the
 * store's password can't tell one from another. Registries that share a store count apart.
 */
function namedBy(limiterUrl: string, registry: string): (client: string) => string {
  const { password } = new URL(limiterUrl);
  return (client) => createHmac('sha256', `${password}\n${registry}`).update(client).digest('base64url').slice(0, 22);
}
