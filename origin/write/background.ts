/** What work in the background does where it fails: it says so, and goes on by itself once what was wrong has passed. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isOfStore, isTold } from '../store/engine/faults.ts';
import { LeaseLost } from '../store/lease/lease.ts';

/** Milliseconds of rest after a failure, twice as many after the next, up to the longest. */
const shortestRest = 500;
const longestRest = 4000;

/** `what` failed; of a database that is away the log knows, and what another program does by now has not failed. */
export function reportTo(log: Logger, what: string, about: object = {}): (error: unknown) => void {
  return (error) => {
    if (!isTold(error) && !isTakenOver(error)) log.error({ ...about, err: error }, what);
  };
}

const isTakenOver = (error: unknown): boolean =>
  error instanceof LeaseLost || (error instanceof AggregateError && error.errors.every(isTakenOver));

/** Does `work`, again where it failed for a reason that passes, until it is through or `signal` ends. Never rejects. */
export async function untilDone(
  work: () => Promise<void>,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  for (let rest = shortestRest; !signal.aborted; rest = Math.min(2 * rest, longestRest)) {
    try {
      return await work();
    } catch (error) {
      report(error);
      if (!isOfStore(error)) return;
    }
    await wait(rest, undefined, { signal }).catch(() => undefined);
  }
}
