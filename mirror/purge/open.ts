/** The caches that the settings name, each with how it is purged. */
import type { CdnSettings } from '../../origin/contract/headers/cdn.ts';
import type { Cache } from '../snapshot/catalog/purges.ts';
import { cloudflare } from './cloudflare.ts';
import { cloudfront } from './cloudfront.ts';
import { fastly } from './fastly.ts';
import type { Purge } from './purge.ts';
import { varnish } from './varnish.ts';

export type Caches = ReadonlyMap<string, Purge>;

/** By a name of their own. None where there is no CDN. */
export function openCaches(cdn: CdnSettings | undefined): Caches {
  return new Map(cdn?.targets.map((target) => [`${cdn.kind} ${target}`, purgeOf(cdn, target)]));
}

function purgeOf({ kind, token, keys }: CdnSettings, target: string): Purge {
  if (kind === 'varnish') return varnish(target, token);
  if (kind === 'fastly') return fastly(target, token);
  if (kind === 'cloudflare') return cloudflare(target, token);
  if (!keys) throw new Error('CloudFront needs keys.');
  return cloudfront(target, keys);
}

/** As the builder lists what is due to them. */
export const listed = (caches: Caches): Cache[] =>
  [...caches].map(([name, { takedownsOnly = false }]) => ({ name, takedownsOnly }));
