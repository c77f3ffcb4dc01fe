/** What time alone changes, and what keeps the store from growing with it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Site } from '../read/reading.ts';
import { dropEndedChallenges } from '../store/access/challenges.ts';
import { endExpiredDevices } from '../store/access/devices.ts';
import { dropEndedPairings } from '../store/access/pairings.ts';
import { dropPastUses } from '../store/access/quotas.ts';
import { dropEndedUploads } from '../store/access/uploads.ts';
import { dropOldClients } from '../store/downloads/clients.ts';
import { dropOldDownloads } from '../store/downloads/downloads.ts';
import type { Engine } from '../store/engine/engine.ts';
import { compact } from '../store/events/compaction.ts';
import { settleAdvisories } from '../store/moderation/advised.ts';
import { dropEndedInvitations } from '../store/people/invitations.ts';
import { settleKeys } from '../store/people/keys.ts';
import { followFeeds } from './advisories/feeds.ts';
import { reportTo } from './background.ts';

/**
 * Keys that waited long enough are bound, devices whose token ran out end, and challenges, pairings, uploads and invitations
 * that nobody took are forgotten, as is what was used of quotas on other days, and downloads that are too old to count.
 */
export const runMaintenance = (engine: Engine, now: number): Promise<void> =>
  engine.write(async (db) => {
    await settleKeys(db, now);
    await endExpiredDevices(db, now);
    await dropEndedChallenges(db, now);
    await dropEndedPairings(db, now);
    await dropEndedUploads(db, now);
    await dropPastUses(db, now);
    await dropEndedInvitations(db, now);
    await dropOldDownloads(db, now);
    await dropOldClients(db, now);
  });

interface Maintenance {
  engine: Engine;
  site: Site;
  /** Addresses of lists of advisories to follow. */
  feeds: readonly string[];
  /** Unix seconds. */
  now(): number;
  signal: AbortSignal;
}

/** Milliseconds. */
const minute = 60_000;

/** Each minute, lists of advisories each quarter of an hour, and the logs are compacted each hour, until `signal` ends. */
export async function maintainInBackground(
  { engine, site, feeds, now, signal }: Maintenance,
  log: Logger,
): Promise<void> {
  const report = reportTo(log, 'maintenance failed');
  for (let round = 0; ; round += 1) {
    await wait(minute, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await runMaintenance(engine, now()).catch(report);
    if (round % 15 === 0)
      await followFeeds({ engine, site, now, signal }, feeds, (url, failure) =>
        log.error({ url }, `the list of advisories was not read, and what it said before stays: ${failure}`),
      ).catch(report);
    await settleAdvisories({ engine, now, signal }).catch(report);
    if (round % 60 === 0) await compact({ engine, now: now(), signal }).catch(report);
  }
}
