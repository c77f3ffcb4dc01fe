/** The bundled mirror as a process. It opens nothing but the snapshot, so it goes on while the origin is down. */

import { openAdmission } from '../origin/http/admission/admission.ts';
import { countDownloads } from '../origin/http/downloads.ts';
import { openMeter } from '../origin/http/meters/open.ts';
import { watchedBy } from '../origin/http/oncall/onCall.ts';
import { type Check, readinessOf } from '../origin/http/oncall/readiness.ts';
import { listen } from '../origin/http/server/listen.ts';
import { runProgram } from '../origin/http/server/program.ts';
import { downloadsFolder, tagBitsOf } from '../origin/store/tagBits.ts';
import { openFallback } from './fallback/fallback.ts';
import { createMirror } from './serve/app.ts';
import { leaveInBackground } from './serve/downloads.ts';
import { frontOf } from './serve/front.ts';
import { cliFiles, renderHtml } from './site/built.ts';
import { readProgress } from './snapshot/catalog/progress.ts';
import { waitingPurges } from './snapshot/catalog/purges.ts';
import { openFolder } from './snapshot/files/folder.ts';
import { snapshotPaths } from './snapshot/open.ts';

await runProgram('mirror', async (settings, log, metrics) => {
  const { site, trustedProxyHops } = settings;
  const { root, catalogFile } = snapshotPaths(settings.dataDir);
  const now = () => Math.floor(Date.now() / 1000);
  const files = openFolder(root);
  const tagBits = await tagBitsOf(settings);
  const fallback = openFallback({ catalogFile, files, site, html: renderHtml, cliFiles, now });
  const meter = openMeter(settings, 'mirror', (level, sentence) => log[level](sentence));
  const metering = { meter, trustedProxyHops };
  const downloads = settings.countDownloads === 'all' ? countDownloads() : undefined;
  const admission = openAdmission();
  metrics.admission(admission);
  const app = createMirror({
    ...{ files, tagBits, fallback, site, log, metering, admission },
    ...(downloads && { downloads }),
    cdn: settings.cdn?.kind,
  });
  const newest = async () => (await readProgress((await fallback.reading()).view.db))?.seq ?? 0;
  metrics.gauge('snapshot_change', 'Number of the newest change that the snapshot has.', newest);
  const unpurged = async () => {
    if (!settings.cdn) throw new Error('There is no CDN.');
    const waiting = await waitingPurges((await fallback.reading()).view.db);
    return Math.max(0, ...waiting.map(({ longest }) => longest / 1000));
  };
  metrics.gauge('purge_waiting_seconds', 'Time since the oldest purge was due that no CDN acknowledged.', unpurged);
  const checks: Check[] = [
    {
      name: 'snapshot',
      isVital: true,
      look: async () => {
        const trouble = await fallback.trouble();
        if (trouble) return trouble.isThere ? undefined : trouble.why;
        await newest();
        return undefined;
      },
    },
    // Files are served all the same: during an upgrade, say, for as long as the catalog takes.
    { name: 'queries', look: async () => (await fallback.trouble())?.why },
  ];
  const readiness = readinessOf(checks);
  metrics.checks(readiness);
  const onCall = { metrics, log, readiness, ...watchedBy(settings) };
  const server = await listen(frontOf(app, metering, downloads), {
    host: settings.host,
    port: settings.mirrorPort,
    site,
    readsOnly: true,
    onCall,
  });
  const stopping = new AbortController();
  const left = downloads && leaveInBackground(downloads, downloadsFolder(settings.dataDir), stopping.signal, log);
  log.info(`listening on ${settings.host}:${server.port}`);
  return {
    close: async () => {
      await server.close();
      stopping.abort();
      await left;
      await meter.close();
      await fallback.close();
    },
  };
});
