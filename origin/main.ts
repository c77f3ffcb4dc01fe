/** The origin as a process. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { cliFiles, loadAssets, renderHtml } from '../mirror/site/built.ts';
import { isBuiltHere, watchBehind } from '../mirror/snapshot/behind.ts';
import { openComparer } from './bundle/compare/comparer.ts';
import { openAdmission } from './http/admission/admission.ts';
import { countDownloads } from './http/downloads.ts';
import { openMeter } from './http/meters/open.ts';
import { observedEngine } from './http/oncall/observedEngine.ts';
import { observedReader } from './http/oncall/observedReader.ts';
import { watchedBy } from './http/oncall/onCall.ts';
import { backupGauge, originChecks, originGauges, poolGauges } from './http/oncall/originChecks.ts';
import { readinessOf } from './http/oncall/readiness.ts';
import { createOrigin } from './http/origin.ts';
import { originConnections } from './http/server/connections.ts';
import { listen } from './http/server/listen.ts';
import { runProgram } from './http/server/program.ts';
import { openReader } from './scan/reader/reader.ts';
import { readScanners } from './scan/scanners/scanners.ts';
import type { Settings } from './settings/settings.ts';
import { openUses } from './store/access/uses.ts';
import { type Copier, copyContinuously } from './store/backup/copy/copier.ts';
import { openPlace } from './store/backup/place/open.ts';
import { readKey } from './store/backup/place/target.ts';
import { makeFolder } from './store/durable.ts';
import type { Tell } from './store/engine/connections/presence.ts';
import type { Engine } from './store/engine/engine.ts';
import { openStoreSoon, sqliteFile } from './store/engine/open.ts';
import { openLeases } from './store/lease/open.ts';
import { keyFileOf } from './store/log/signer.ts';
import { downloadsFolder, tagBitsOf } from './store/tagBits.ts';
import { fillInBackground } from './write/backfills.ts';
import { countInBackground, showInBackground } from './write/downloads/downloads.ts';
import { judgeInBackground } from './write/judge.ts';
import { compareInBackground } from './write/likeness.ts';
import { maintainInBackground } from './write/maintenance.ts';
import { reindexInBackground } from './write/reindex.ts';
import { rescanInBackground } from './write/rescan.ts';
import { sweepInBackground } from './write/sweep.ts';
import { type Term, underLease } from './write/underLease.ts';
import { writeUsesInBackground } from './write/uses.ts';

await runProgram('origin', async (settings, log, metrics) => {
  const { site, signIn, corsOrigins, trustedProxyHops, minClientVersion, quotas } = settings;
  const scanners = await readScanners(settings.scanners);
  // Where it can't be made, the check of the disk says so.
  await makeFolder(settings.dataDir).catch(() => undefined);
  const stopping = new AbortController();
  const { signal } = stopping;
  const tell: Tell = (level, sentence) => log[level](sentence);
  const { engine: bare, opened } = await openStoreSoon(settings, { tell, signal, seen: poolGauges(metrics) });
  const copier = copierOf(settings, bare, tell);
  const { engine, writeFailure } = observedEngine(copier?.engine ?? bare, metrics);
  const reader = observedReader(openReader(), metrics);
  const comparer = openComparer();
  const now = () => Math.floor(Date.now() / 1000);
  const counter = settings.countDownloads === 'none' ? undefined : countDownloads();
  const uses = openUses();
  const freeDisk = async () => {
    const { bavail, bsize } = await statfs(settings.dataDir);
    return bavail * bsize;
  };
  const behind = isBuiltHere(settings) ? watchBehind(engine, settings, signal) : undefined;
  originGauges(metrics, { engine, freeDisk, behind });
  const admission = openAdmission();
  const meter = openMeter(settings, 'origin', tell);
  metrics.admission(admission);
  backupGauge(metrics, copier);
  if (behind) metrics.builderErrors(behind.errors);
  const app = createOrigin({
    engine,
    site,
    tagBits: await tagBitsOf(settings),
    signIn,
    reader,
    quotas,
    comparer,
    minClientVersion,
    uses,
    log,
    metering: { meter, trustedProxyHops },
    admission,
    ...(counter && { downloads: counter }),
    corsOrigins,
    html: renderHtml,
    cliFiles,
    assets: await loadAssets(),
    freeDisk,
    stopping: signal,
    now,
  });
  const checks = originChecks({
    engine,
    hasObjects: settings.objectStore !== undefined,
    freeDisk,
    behind,
    writeFailure,
    copier,
    stopping: signal,
  });
  const readiness = readinessOf(checks);
  metrics.checks(readiness);
  const onCall = { metrics, log, readiness, ...watchedBy(settings) };
  const { host, originPort: port, role } = settings;
  const server = await listen(app, {
    host,
    port,
    site,
    onCall,
    connections: originConnections,
    isKept: role === 'all',
  });
  const leases = openLeases(settings);
  /** Of several origins one does it. */
  const alone = (name: string, work: (term: Term & { now(): number }) => Promise<void>) =>
    underLease({ leases, engine, signal }, name, log, (term) => work({ ...term, now }));
  const background = opened.then(() =>
    Promise.all([
      countInBackground({ engine, counter, folder: downloadsFolder(settings.dataDir), now, signal }, log),
      writeUsesInBackground({ engine, uses, now, signal }, log),
      alone('maintenance', (term) => maintainInBackground({ ...term, site, feeds: settings.advisoryFeeds }, log)),
      alone('shown-downloads', (term) => showInBackground(term, log)),
      alone('backfills', (term) => fillInBackground(term.engine, term.signal, log)),
      alone('sweep', (term) => sweepInBackground({ ...term, days: settings.backup.days }, log)),
      alone('reindex', (term) => reindexInBackground(term, log)),
      alone('likeness', (term) => compareInBackground(term, log)),
      alone('rescan', (term) => rescanInBackground({ ...term, reader }, log)),
      alone('scanners', (term) =>
        judgeInBackground({ ...term, ground: join(settings.dataDir, 'scanners') }, scanners, log),
      ),
    ]),
  );
  log.info(`listening on ${settings.host}:${server.port}`);
  reader.start();
  return {
    close: async () => {
      stopping.abort();
      await Promise.all([server.close(), background]);
      await leases.close();
      await meter.close();
      await reader.close();
      await comparer.close();
      await behind?.close();
      await copier?.close();
      await engine.close();
    },
  };
});

/** Nothing where no backup was asked for, or PostgreSQL's own tools make it. */
function copierOf({ backup, s3, dataDir, databaseUrl, log }: Settings, engine: Engine, tell: Tell): Copier | undefined {
  const { dir, keyFile, days, isAwaited } = backup;
  if (!dir || databaseUrl) return undefined;
  const place = openPlace(dir, s3, (sentence) => tell('warn', sentence));
  const file = sqliteFile(dataDir);
  const logKeyFile = log.key === undefined && log.keyFile === undefined ? keyFileOf({ dataDir }) : undefined;
  const given = { engine, file, dataDir, place, readKey: () => readKey(keyFile), logKeyFile };
  return copyContinuously({ ...given, days, isAwaited, tell });
}
