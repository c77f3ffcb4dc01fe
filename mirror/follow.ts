/** The snapshot builder as a process: follows the store's changes for as long as it runs. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { runProgram } from '../origin/http/program.ts';
import { openStore } from '../origin/store/open.ts';
import type { Snapshot } from './snapshot/build.ts';
import { openBuilder } from './snapshot/open.ts';

/** How often to ask for changes, and how long to rest after a failure, in milliseconds. */
const pollEvery = 100;
const restAfterFailure = 2000;

await runProgram('snapshot', async (settings, log) => {
  const store = await openStore(settings);
  const builder = await openBuilder(settings, store);
  const stopping = new AbortController();
  await builder.step(logProgress(log));
  log.info('up to date');
  const following = follow(builder, log, stopping.signal);
  return {
    close: async () => {
      stopping.abort();
      await following;
      await builder.close();
      await store.close();
    },
  };
});

async function follow(snapshot: Snapshot, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const started = performance.now();
      const refreshed = await snapshot.step(logProgress(log));
      if (refreshed) log.info({ ...refreshed, ms: Math.round(performance.now() - started) }, 'took in changes');
      else await wait(pollEvery);
    } catch (error) {
      log.error({ err: error }, 'a snapshot step failed and will be tried again');
      await wait(restAfterFailure);
    }
  }
}

/** Says how a full build goes, every few seconds. */
function logProgress(log: Logger) {
  let said = Date.now();
  return ({ done, total }: { done: number; total: number }) => {
    if (Date.now() - said < 3000) return;
    said = Date.now();
    log.info(`full build: ${done} of ${total} profiles, skills and kits`);
  };
}
