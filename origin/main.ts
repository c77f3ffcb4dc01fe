/** The origin as a process. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { cliFiles, loadAssets, renderHtml } from '../mirror/site/built.ts';
import { watchBehind } from '../mirror/snapshot/behind.ts';
import { openComparer } from './bundle/compare/comparer.ts';
import { countDownloads } from './http/downloads.ts';
import { memoryMeter } from './http/meter.ts';
import { observedEngine } from './http/oncall/observedEngine.ts';
import { observedReader } from './http/oncall/observedReader.ts';
import { watchedBy } from './http/oncall/onCall.ts';
import { originChecks, originGauges } from './http/oncall/originChecks.ts';
import { readinessOf } from './http/oncall/readiness.ts';
import { createOrigin } from './http/origin.ts';
import { listen } from './http/server/listen.ts';
import { runProgram } from './http/server/program.ts';
import { openReader } from './scan/reader/reader.ts';
import { readScanners } from './scan/scanners/scanners.ts';
import { openStore } from './store/engine/open.ts';
import { runBackfills } from './store/schema/backfills.ts';
import { downloadsFolder, tagBitsOf } from './store/tagBits.ts';
import { countInBackground } from './write/downloads/downloads.ts';
import { judgeInBackground } from './write/judge.ts';
import { compareInBackground } from './write/likeness.ts';
import { maintainInBackground } from './write/maintenance.ts';
import { reindexInBackground } from './write/reindex.ts';
import { rescanInBackground } from './write/rescan.ts';

await runProgram('origin', async (settings, log, metrics) => {
  const { site, signIn, corsOrigins, trustedProxyHops, minClientVersion, quotas } = settings;
  const scanners = await readScanners(settings.scanners);
  const { engine, writeFailure } = observedEngine(await openStore(settings), metrics);
  const reader = observedReader(openReader(), metrics);
  const comparer = openComparer();
  const now = () => Math.floor(Date.now() / 1000);
  const stopping = new AbortController();
  const counter = settings.countDownloads === 'none' ? undefined : countDownloads();
  const freeDisk = async () => {
    const { bavail, bsize } = await statfs(settings.dataDir);
    return bavail * bsize;
  };
  const behind = watchBehind(engine, settings.dataDir, stopping.signal);
  originGauges(metrics, { engine, freeDisk, behind });
  const app = createOrigin({
    engine,
    site,
    tagBits: await tagBitsOf(settings.dataDir),
    signIn,
    reader,
    quotas,
    comparer,
    minClientVersion,
    log,
    metering: { meter: memoryMeter(), trustedProxyHops },
    ...(counter && { downloads: counter }),
    corsOrigins,
    html: renderHtml,
    cliFiles,
    assets: await loadAssets(),
    freeDisk,
    stopping: stopping.signal,
    now,
  });
  const checks = originChecks({ engine, freeDisk, behind, writeFailure, stopping: stopping.signal });
  const readiness = readinessOf(checks);
  metrics.checks(readiness);
  const onCall = { metrics, log, readiness, ...watchedBy(settings) };
  const server = await listen(app, { host: settings.host, port: settings.originPort, site, onCall });
  const maintained = maintainInBackground(
    { engine, site, feeds: settings.advisoryFeeds, now, signal: stopping.signal },
    log,
  );
  const counted = countInBackground(
    { engine, counter, folder: downloadsFolder(settings.dataDir), now, signal: stopping.signal },
    log,
  );
  const filled = runBackfills(engine, { onProgress: logFilling(log), signal: stopping.signal }).catch((error) =>
    log.error({ err: error }, 'filling in after an upgrade failed'),
  );
  const reindexed = reindexInBackground(engine, stopping.signal, log);
  const compared = compareInBackground(engine, stopping.signal, log);
  const rescanned = rescanInBackground({ engine, reader, now, signal: stopping.signal }, log);
  const judged = judgeInBackground(
    { engine, ground: join(settings.dataDir, 'scanners'), now, signal: stopping.signal },
    scanners,
    log,
  );
  log.info(`listening on ${settings.host}:${server.port}`);
  return {
    close: async () => {
      stopping.abort();
      await Promise.all([server.close(), maintained, counted, reindexed, compared, rescanned, filled, judged]);
      await reader.close();
      await comparer.close();
      await behind.close();
      await engine.close();
    },
  };
});

/** Says how it goes every few seconds. */
function logFilling(log: Logger) {
  let said = 0;
  return ({ version, done, total }: { version: number; done: number; total: number }) => {
    if (Date.now() - said < 3000) return;
    said = Date.now();
    log.info(`fills in what step ${version} of the schema added: up to row ${done} of ${total}`);
  };
}
