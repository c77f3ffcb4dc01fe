import { surfaces } from '../../../contract/clients/surfaces.ts';
import type { PageLoader } from '../page.ts';

/** Where ClawHub's program finds this registry: it reads and writes at one address, so at the origin. */
export const clawhubDiscovery: PageLoader<'clawhubDiscovery'> = async ({ site }) =>
  JSON.stringify({ apiBase: site.originUrl + surfaces.clawhub.prefix, authBase: site.mirrorUrl });
