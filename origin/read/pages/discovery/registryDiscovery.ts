import { apiPrefix } from '../../../contract/operations/row.ts';
import { pages } from '../../../contract/pages.ts';
import { logHeads } from '../../../store/log/read.ts';
import type { PageLoader } from '../page.ts';

/** Where the parts of this registry are, and with which key its log is verified. */
export const registryDiscovery: PageLoader<'registryDiscovery'> = async ({ view, site }) => {
  const heads = await logHeads(view.db);
  const head = heads.at(-1);
  return JSON.stringify({
    read: site.mirrorUrl + apiPrefix,
    write: site.originUrl + apiPrefix,
    ...(head && {
      log: {
        url: site.mirrorUrl + pages.logCheckpoint.path.replace(/\/checkpoint$/, ''),
        origin: head.origin,
        verifier: head.verifier,
        /** How this key came after those before it, from the first. */
        history: heads.map(({ origin, verifier, statement, started_at }) => ({
          ...{ origin, verifier, started_at },
          ...(statement && { statement }),
        })),
      },
    }),
  });
};
