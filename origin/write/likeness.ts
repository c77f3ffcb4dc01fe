/** Compares texts in the background: of what was published, and once of all that an earlier program stored. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Engine } from '../store/engine/engine.ts';
import { isOfStore } from '../store/engine/faults.ts';
import { missingFingerprints, storeFingerprints } from '../store/likeness/fingerprints.ts';
import {
  compareAgain,
  dropSuggestions,
  findLikes,
  quarantinedSuggestions,
  storeLikes,
  toCompare,
} from '../store/likeness/likes.ts';
import { reportTo, untilDone } from './background.ts';

interface Comparing {
  engine: Engine;
  /** Unix seconds. */
  now(): number;
  signal?: AbortSignal;
}

/** Skills that are looked up at a time, and rows that one write changes. */
const batchSize = 50;
/** Milliseconds of rest after each skill, so that publishes come first; and between two looks for new ones. */
const rest = 2;
const pollEvery = 2000;

/**
 * Resolves with how many it compared, when none is left or `signal` ends. First all are to be found, then each is looked for:
 * so what is found does not depend on which came first. One that is killed goes on where it was, as does one that the store
 * fails for a while: it rejects at once. A text that can't be read holds up none of the others: it rejects at the end, and leaves out those that `failed` names from before.
 */
export async function compareTexts({ engine, now, signal }: Comparing, failed = new Set<number>()): Promise<number> {
  const errors: unknown[] = [];
  const each = (work: (due: Due) => Promise<void>) =>
    eachDue(engine, signal, async (due) => {
      if (failed.has(due.id)) return false;
      try {
        await work(due);
        return true;
      } catch (error) {
        if (isOfStore(error)) throw error;
        failed.add(due.id);
        errors.push(error);
        return false;
      }
    });
  await each(async ({ id }) => {
    const made = await missingFingerprints(engine.db, id);
    if (made.length > 0) await engine.write((db) => storeFingerprints(db, made));
  });
  const done = await each(async ({ id, version_id }) => {
    const likes = await findLikes(engine, id, version_id);
    await engine.write((db) => storeLikes(db, { skillId: id, versionId: version_id, likes, now: now() }));
  });
  if (errors.length === 0) return done;
  throw new AggregateError(errors, `Skills whose texts could not be compared: ${[...failed].join(', ')}.`);
}

type Due = Awaited<ReturnType<typeof toCompare>>[number];

async function eachDue(
  engine: Engine,
  signal: AbortSignal | undefined,
  work: (due: Due) => Promise<boolean>,
): Promise<number> {
  let [done, after] = [0, 0];
  for (;;) {
    const due = await toCompare(engine.db, after, batchSize);
    for (const one of due) {
      if (signal?.aborted) return done;
      if (await work(one)) done += 1;
      after = one.id;
      await wait(rest);
    }
    if (due.length < batchSize) return done;
  }
}

export async function compareInBackground(
  { engine, now, signal }: Comparing & { signal: AbortSignal },
  log: Logger,
): Promise<void> {
  const report = reportTo(log, 'comparing texts failed');
  const again = async () => {
    while (!signal.aborted && (await engine.write((db) => compareAgain(db, batchSize)))) await wait(rest);
  };
  await untilDone(again, signal, report);
  const failed = new Set<number>();
  while (!signal.aborted) {
    try {
      const done = await compareTexts({ engine, now, signal }, failed);
      if (done > batchSize) log.info(`compared the texts of ${done} skills`);
      if (!signal.aborted) await suggestNoQuarantined({ engine, now });
    } catch (error) {
      report(error);
    }
    await wait(pollEvery, undefined, { signal }).catch(() => undefined);
  }
}

/** Writes nothing where there is nothing to take away. */
export async function suggestNoQuarantined({ engine, now }: Comparing): Promise<void> {
  const named = await quarantinedSuggestions(engine.db, batchSize);
  if (named.length > 0) await engine.write((db) => dropSuggestions(db, named, now()));
}
