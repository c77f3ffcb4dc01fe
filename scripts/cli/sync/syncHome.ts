import type { Context } from '../context.ts';
import type { Registry } from '../registry/registry.ts';
import { homeOf, type SyncHome } from './home.ts';

/** The folder of the registry that is configured; without the network, as the registry was found the last time. */
export function syncHomeOf({ config }: Context, registry: Registry | undefined): SyncHome {
  const known = config.stored.sites[config.registryUrl]?.originUrl ?? config.registryUrl;
  return homeOf(config.dataDirectory, registry?.originUrl ?? known);
}
