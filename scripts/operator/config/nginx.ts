import { resolve } from 'node:path';
import { nginxConfig } from '../../../mirror/serve/nginx.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

export interface NginxConfigOptions {
  listen: string;
}

/** The configuration for this registry's own folders and ports. */
export async function nginx({ settings }: OperatorContext, { listen }: NginxConfigOptions): Promise<Outcome> {
  if (settings.catalogUrl)
    throw new Error(
      `With CATALOG_URL there is no folder for nginx to serve: let it pass every request to a mirror, on port ${settings.mirrorPort}.`,
    );
  const root = resolve(snapshotPaths(settings.dataDir).root);
  const fallback = `${settings.host}:${settings.mirrorPort}`;
  const text = nginxConfig({ root, listen, fallback, site: settings.site, cdn: settings.cdn?.kind });
  return { text, json: { nginx: text } };
}
