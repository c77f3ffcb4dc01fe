/** The continuous copy of a store, by the program that writes it, for as long as that runs. */
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../../../contract/errors.ts';
import type { Engine } from '../../engine/engine.ts';
import { type Copying, failureTold, withDefaults } from './copying.ts';
import { Run } from './run.ts';
import { Wake } from './wake.ts';

export interface Copier {
  /** The store as others use it: the copy hears of each write at once, and each waits for it where that was asked for. */
  engine: Engine;
  /** Seconds for which something is not in the copy; 0 where everything is that is committed when it is asked, and only then. */
  lag(): Promise<number>;
  /** Why it does not go on; undefined where it does. */
  failure(): unknown;
  /** Resolves when what is committed is in the copy, or can’t be brought there in time. */
  close(): Promise<void>;
}

/** Milliseconds that a write waits for the copy, and an end for what is left to copy. */
const patience = { write: 10_000, end: 3000 };

/** Seconds. What was written within this very millisecond lags too. */
const shortestLag = 0.001;

export function copyContinuously(copying: Copying): Copier {
  const given = withDefaults(copying);
  const { engine: store, now } = given;
  const told = failureTold(given);
  const [stopping, wake] = [new AbortController(), new Wake()];
  let run: Run | undefined;
  let failure: unknown;
  let copiedUntil = now();

  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await Run.run(given, { signal: stopping.signal, wake, told }, (begun) => {
          run = begun;
          failure = undefined;
        });
      } catch (error) {
        failure = error;
        told.failed(error);
      }
      if (run?.chain) copiedUntil = Math.min(now(), run.follower.oldest() ?? now());
      run = undefined;
      await wait(given.paces.restart, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  const stored = async (): Promise<void> => {
    const giveUp = new AbortController();
    const late = wait(patience.write, 'late', { signal: giveUp.signal, ref: false }).catch(() => 'late');
    try {
      if (!run) throw new Error('no copy');
      if ((await Promise.race([run.stored(wake), late])) === 'late') throw new Error('too late');
    } catch (error) {
      throw withCause(
        new ApiError('unavailable', 'Stored, but not yet in the backup. It is safe to try again.'),
        error,
      );
    } finally {
      giveUp.abort();
    }
  };

  /** After a start the base is on its way, which is soon there or fails. */
  const taking = async (): Promise<void> => {
    for (const begun = performance.now(); !run?.isTaking; await wait(20)) {
      const why = run?.failure ?? failure;
      if (why === undefined && !stopping.signal.aborted && performance.now() - begun < patience.write) continue;
      throw withCause(new ApiError('unavailable', 'The backup can’t be written right now, so nothing is stored.'), why);
    }
  };

  const write: Engine['write'] = async (work, scope) => {
    if (given.isAwaited) await taking();
    const result = await store.write(work, scope);
    if (given.isAwaited) await stored();
    else run?.follower.look().catch(() => undefined);
    return result;
  };
  const engine = Object.defineProperties({} as Engine, {
    ...Object.getOwnPropertyDescriptors(store),
    write: { value: write, enumerable: true },
  });

  return {
    engine,
    lag: async () => {
      const following = run;
      // A write is acknowledged before anybody looked at it.
      const isSeen = await following?.follower.look().then(
        () => true,
        () => false,
      );
      const oldest = following?.chain && following.follower.oldest();
      if (isSeen && following?.chain && oldest === undefined) {
        copiedUntil = now();
        return 0;
      }
      return Math.max(shortestLag, (now() - (oldest ?? copiedUntil)) / 1000);
    },
    failure: () => run?.failure ?? failure,
    close: async () => {
      stopping.abort();
      wake.want();
      await Promise.race([running, wait(patience.end, undefined, { ref: false })]);
    },
  };
}

const withCause = (error: ApiError, cause: unknown): ApiError => Object.assign(error, { cause });
