/** Compares texts in the background: of what was published, and once of all that an earlier program stored. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Engine } from '../store/engine/engine.ts';
import { missingFingerprints, storeFingerprints } from '../store/likeness/fingerprints.ts';
import {
  compareAgain,
  dropSuggestions,
  findLikes,
  quarantinedSuggestions,
  storeLikes,
  toCompare,
} from '../store/likeness/likes.ts';

/** Skills that are looked up at a time, and rows that one write changes. */
const batchSize = 50;
/** Milliseconds of rest after each skill, so that publishes come first; and between two looks for new ones. */
const rest = 2;
const pollEvery = 2000;

/**
 * Resolves with how many it compared, when none is left or `signal` ends. First all are to be found, then each is looked for:
 * so what is found does not depend on which came first. One that is killed goes on where it was.
 */
export async function compareTexts(engine: Engine, signal?: AbortSignal): Promise<number> {
  await eachDue(engine, signal, async ({ id }) => {
    const made = await missingFingerprints(engine.db, id);
    if (made.length > 0) await engine.write((db) => storeFingerprints(db, made));
  });
  const done = await eachDue(engine, signal, async ({ id, version_id }) => {
    const likes = await findLikes(engine, id, version_id);
    await engine.write((db) => storeLikes(db, id, version_id, likes));
  });
  return done;
}

type Due = Awaited<ReturnType<typeof toCompare>>[number];

async function eachDue(engine: Engine, signal: AbortSignal | undefined, work: (due: Due) => Promise<void>) {
  let [done, after] = [0, 0];
  for (;;) {
    const due = await toCompare(engine.db, after, batchSize);
    for (const one of due) {
      if (signal?.aborted) return done;
      await work(one);
      after = one.id;
      done += 1;
      await wait(rest);
    }
    if (due.length < batchSize) return done;
  }
}

export async function compareInBackground(engine: Engine, signal: AbortSignal, log: Logger): Promise<void> {
  const report = (error: unknown) => log.error({ err: error }, 'comparing texts failed');
  try {
    while (!signal.aborted && (await engine.write((db) => compareAgain(db, batchSize)))) await wait(rest);
  } catch (error) {
    report(error);
  }
  while (!signal.aborted) {
    try {
      const done = await compareTexts(engine, signal);
      if (done > batchSize) log.info(`compared the texts of ${done} skills`);
      if (!signal.aborted) await suggestNoQuarantined(engine);
    } catch (error) {
      report(error);
    }
    await wait(pollEvery, undefined, { signal }).catch(() => undefined);
  }
}

/** Writes nothing where there is nothing to take away. */
export async function suggestNoQuarantined(engine: Engine): Promise<void> {
  const named = await quarantinedSuggestions(engine.db, batchSize);
  if (named.length > 0) await engine.write((db) => dropSuggestions(db, named));
}
