/** The snapshot builder as a process: follows the store's changes for as long as it runs. */
import { setTimeout as wait } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { runProgram } from '../origin/http/server/program.ts';
import type { Tell } from '../origin/store/engine/connections/presence.ts';
import { isAway, isTold } from '../origin/store/engine/faults.ts';
import { awaitStore } from '../origin/store/engine/open.ts';
import { OutdatedProgram } from '../origin/store/schema/migrate.ts';
import { listed, openCaches } from './purge/open.ts';
import { sendPurges } from './purge/sending.ts';
import { awaitBuilderLock } from './snapshot/awaitLock.ts';
import type { Snapshot } from './snapshot/build/snapshot.ts';
import type { BuilderLock } from './snapshot/builderLock.ts';
import { openBuilder } from './snapshot/open.ts';

/** How often to look for whatever is due, and how long to rest after a failure, in milliseconds. */
const pollEvery = 250;
const restAfterFailure = 2000;
const restWhileAway = 500;

await runProgram('snapshot', async (settings, log) => {
  // First, since a command that holds the lock may be putting another store in place.
  const lock = await awaitBuilderLock(settings.dataDir, (sentence) => log.warn(sentence));
  const store = await awaitStore(settings, {
    tell: (level, sentence) => log[level](sentence),
    isUnhurried: true,
  });
  const caches = openCaches(settings.cdn);
  const alarm = (what: string, about?: Record<string, unknown>) => {
    log.error({ ...about }, what);
    lock.logged();
  };
  const tell: Tell = (level, sentence) => log[level](sentence);
  const builder = await openBuilder(settings, store, lock, { alarm, tell, caches: listed(caches) });
  const stopping = new AbortController();
  const sending = sendPurges(caches, builder.catalog, { log, alarm }, stopping.signal);
  await firstStep(builder, log);
  log.info('up to date');
  const following = follow(builder, lock, log, stopping.signal);
  return {
    close: async () => {
      stopping.abort();
      await following;
      await sending;
      await builder.close();
      await store.close();
    },
  };
});

/** A database that goes away meanwhile is waited for; anything else ends the program, which is then started again. */
async function firstStep(snapshot: Snapshot, log: Logger): Promise<void> {
  for (;;) {
    try {
      await snapshot.step(logProgress(log));
      return;
    } catch (error) {
      if (!isAway(error)) throw error;
    }
    await wait(pollEvery);
  }
}

async function follow(snapshot: Snapshot, lock: BuilderLock, log: Logger, signal: AbortSignal): Promise<void> {
  let isOutdated = false;
  while (!signal.aborted) {
    try {
      const [started, startTime] = [performance.now(), Date.now()];
      const refreshed = await snapshot.step(logProgress(log));
      lock.fail();
      if (refreshed) {
        // Of those that found something: it looks all the time.
        trace.getTracer('skill-registry').startSpan('snapshot.step', { startTime }).end();
        log.info({ ...refreshed, ms: Math.round(performance.now() - started) }, 'took in changes');
      } else {
        const scrubbed = await snapshot.scrub();
        if (scrubbed) log.info({ ...scrubbed }, 'read every file again');
        await snapshot.rest(pollEvery);
      }
    } catch (error) {
      if (signal.aborted) return;
      lock.fail((error as Error).message);
      if (error instanceof OutdatedProgram && !isOutdated) {
        isOutdated = true;
        log.warn('a newer version of the registry has taken over the mirror’s catalog: start that one to follow on');
      }
      if (!isTold(error)) {
        log.error({ err: error }, 'a snapshot step failed and will be tried again');
        lock.logged();
      }
      await wait(isAway(error) ? restWhileAway : restAfterFailure, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Says how a full build goes, every few seconds. */
function logProgress(log: Logger) {
  let said = performance.now();
  return ({ done, total }: { done: number; total: number }) => {
    if (performance.now() - said < 3000) return;
    said = performance.now();
    log.info(`full build: ${done} of ${total} profiles, skills and kits`);
  };
}
