/** What `--watch` does: one look after another, until the person stops it. */
import { setTimeout as wait } from 'node:timers/promises';
import { RegistryError } from '../../origin/contract/clients/client.ts';
import { type Context, exitCodes, Failure, Unreachable } from './context.ts';
import { TooFewWitnesses } from './registry/log/witnessed.ts';

/** Seconds between two tries while the registry is away. */
const maxPause = 15 * 60;
/** Seconds. A timer that is set to more than 24 days ends at once. */
const maxInterval = 86_400;

/** Seconds that `--interval` says. Errors: `Failure`. */
export function intervalOf(text: string): number {
  const seconds = Number(text);
  if (seconds >= 1 && seconds <= maxInterval) return seconds;
  throw new Failure(`--interval takes a number of seconds, from 1 to ${maxInterval}, not "${text}".`, exitCodes.usage);
}

/** Seconds until the next try, after so many in a row that failed. */
export const backOff = (interval: number, failures: number): number =>
  failures === 0 ? interval : Math.min(maxPause, interval * 2 ** Math.min(failures, 10));

/** Resolves after so many seconds, or once `signal` ends. */
export const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  wait(seconds * 1000, undefined, { signal }).catch(() => undefined);

/** Whether the registry may answer a later try. */
export const isOutOfOrder = (error: unknown): error is RegistryError =>
  error instanceof RegistryError && (error.status === 429 || error.status >= 500);

interface Watched {
  /** Seconds between two looks. */
  interval: number;
  look(): Promise<void>;
  /** Whether the first look comes at once. */
  isNow?: boolean;
  /** Errors of `look`, besides those of a registry that is away, that a later one may not have. */
  passing?: readonly (typeof Failure)[];
}

/**
 * Looks after each pause, and says once what keeps it from looking. Errors: those that a later look would meet again: a log that is
 * not sound does not get sound with time.
 */
export async function keepLooking({ signal, terminal }: Context, watched: Watched): Promise<void> {
  const { interval, look, isNow = false, passing = [] } = watched;
  const kinds = [Unreachable, TooFewWitnesses, ...passing];
  const isPassing = (error: unknown): error is Error =>
    isOutOfOrder(error) || kinds.some((kind) => error instanceof kind);
  let said = '';
  for (let [failures, isFirst] = [0, isNow]; ; isFirst = false) {
    if (!isFirst) await pause(backOff(interval, failures), signal);
    if (signal.aborted) return;
    try {
      await look();
      [failures, said] = [0, ''];
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) throw error;
      failures += 1;
      if (said !== error.message) terminal.note(error.message);
      said = error.message;
    }
  }
}
