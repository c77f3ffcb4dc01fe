/** Sends what is due to each cache for as long as the builder runs: one call at a time to each, and no cache waits for another. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { acknowledge, type Due, duePurges, noteFailure } from '../snapshot/catalog/purges.ts';
import type { Caches } from './open.ts';
import { type Purge, PurgeFailed } from './purge.ts';

/** Milliseconds between two looks at what is due, and to the next try: the last where it goes on failing. */
const lookEvery = 50;
const retries = [100, 250, 500, 1000, 2000, 5000];
/** How far a cache that says 429 has ordinary calls spread, and how often a failure that goes on is told of again. */
const [longestPause, tellEvery] = [60_000, 600_000];

interface Told {
  log: Pick<Logger, 'info'>;
  /** Told of what nobody should miss. */
  alarm(what: string, about: Record<string, unknown>): void;
}

/** `catalog`: undefined while it is being put in place of a damaged one. Ends soon after `signal`. */
export async function sendPurges(
  caches: Caches,
  catalog: () => Engine | undefined,
  told: Told,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([...caches].map(([target, purge]) => sendTo(target, purge, catalog, told, signal)));
}

async function sendTo(
  target: string,
  purge: Purge,
  catalog: () => Engine | undefined,
  { log, alarm }: Told,
  signal: AbortSignal,
): Promise<void> {
  const rest = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined);
  let [failures, told, called] = [0, 0, Number.NEGATIVE_INFINITY];
  let { pause } = purge;

  const failed = async (error: unknown): Promise<void> => {
    const failure = error instanceof PurgeFailed ? error : new PurgeFailed((error as Error).message);
    const again = failure.wait ?? retries[Math.min(failures, retries.length - 1)] ?? 0;
    failures += 1;
    if (failure.wait) pause = Math.min(longestPause, Math.max(1000, 2 * pause));
    // A single one is no news: it is sent again right away.
    if (failures === 3 || (failures > 3 && performance.now() - told > tellEvery)) {
      told = performance.now();
      alarm('a cache is not purged, and may show what was taken down', { cache: target, why: failure.message });
      const engine = catalog();
      if (engine) await noteFailure(engine, target, failure.message).catch(() => undefined);
    }
    await rest(again);
  };

  const sendNext = async (engine: Engine): Promise<Due | undefined> => {
    const takedownsOnly = performance.now() < called + pause;
    const due = await duePurges(engine.db, target, { most: purge.most, takedownsOnly });
    if (!due) return undefined;
    called = performance.now();
    await purge.send(
      due.tags.map(({ tag }) => tag),
      signal,
    );
    await acknowledge(engine, target, due, purge.again);
    return due;
  };

  while (!signal.aborted) {
    const engine = catalog();
    try {
      const sent = engine && (await sendNext(engine));
      if (!sent) await rest(lookEvery);
      else {
        if (failures >= 3) log.info({ cache: target }, 'the cache is purged again');
        failures = 0;
        pause = Math.max(purge.pause, pause / 2);
      }
    } catch (error) {
      if (!signal.aborted) await failed(error);
    }
  }
}
