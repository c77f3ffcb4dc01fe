/** The bundled mirror as a process. It opens nothing but the snapshot, so it goes on while the origin is down. */

import { watchedBy } from '../origin/http/oncall/onCall.ts';
import { readinessOf } from '../origin/http/oncall/readiness.ts';
import { listen } from '../origin/http/server/listen.ts';
import { runProgram } from '../origin/http/server/program.ts';
import { downloadsFolder } from '../origin/store/tagBits.ts';
import { openMirror } from './open.ts';
import { leaveInBackground } from './serve/downloads.ts';
import { frontOf } from './serve/front.ts';
import { waitingPurges } from './snapshot/catalog/purges.ts';

await runProgram('mirror', async (settings, log, metrics) => {
  let troubles = 0;
  const mirror = await openMirror(settings, log, () => {
    troubles += 1;
  });
  const { app, metering, downloads, manifest } = mirror;
  metrics.admission(mirror.admission);
  metrics.gauge('snapshot_change', 'Number of the newest change that the snapshot has.', mirror.newest);
  if (manifest) {
    metrics.gauge('catalog_silence_seconds', 'Since the catalog’s database last answered.', async () =>
      manifest.silence(),
    );
    metrics.gauge('objects_failed', 'Objects that could not be had as they should be.', async () => troubles);
  }
  const unpurged = async () => {
    if (!settings.cdn) throw new Error('There is no CDN.');
    const waiting = await waitingPurges(await mirror.catalog());
    return Math.max(0, ...waiting.map(({ longest }) => longest / 1000));
  };
  metrics.gauge('purge_waiting_seconds', 'Time since the oldest purge was due that no CDN acknowledged.', unpurged);
  const readiness = readinessOf(mirror.checks, async () => (await mirror.partial())?.says);
  metrics.checks(readiness);
  const onCall = { metrics, log, readiness, ...watchedBy(settings) };
  const server = await listen(frontOf(app, metering, downloads), {
    host: settings.host,
    port: settings.mirrorPort,
    site: mirror.site,
    readsOnly: true,
    isKept: settings.role === 'all',
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
      await mirror.close();
    },
  };
});
