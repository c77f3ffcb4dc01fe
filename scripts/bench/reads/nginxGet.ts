/** One record through our nginx configuration, new and unchanged, compared with nginx on plain files. */
import { nginxConfig } from '../../../mirror/serve/nginx.ts';
import { shareOfRate } from '../figures.ts';
import type { Result } from '../goals.ts';
import { ratesOf } from '../load/httpLoad.ts';
import { site } from '../reading.ts';
import type { Measure } from '../run.ts';
import { hasNginx, startNginx } from '../servers/nginx.ts';
import { prepareSnapshot } from '../snapshot.ts';
import { loadOf, recordsAt } from './mirrorGet.ts';

/** Files answer all that is asked, so nothing has to listen there. */
const fallback = '127.0.0.1:1';

export const nginxGet: Measure = async ({ catalog, say }) => {
  if (!hasNginx) {
    say('nginx is not on this machine; its measures are left out.');
    return [];
  }
  const { root, skills } = await prepareSnapshot(await catalog(), say);
  const ours = await startNginx((listen) => nginxConfig({ root, listen, fallback, site }));
  const plain = await startNginx(
    (listen) => `server { listen ${listen}; root ${root}; default_type application/json; types { } }`,
  );
  const held = await recordsAt(ours.port, skills);
  const files = held.map(({ path, ...rest }) => ({ ...rest, path: `${path}.json` }));
  const results: Result[] = [];
  for (const status of [200, 304] as const) {
    const { subject, reference } = await ratesOf(
      { name: 'a record through our nginx.conf', port: ours.port, ...loadOf(held, status) },
      { name: 'nginx on plain files', port: plain.port, ...loadOf(files, status) },
    );
    results.push({ goal: `nginx, ${status}`, subject, reference, ratio: shareOfRate(subject, reference) });
  }
  await ours.stop();
  await plain.stop();
  return results;
};
