/** What those on call wait for: a check or a number that comes too late would keep all others from them. */
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds: a Prometheus waits for ten seconds, unless it is told otherwise. */
export const patience = 2000;

/** What `work` resolves with; `late` where that takes longer than `patience`. */
export async function inTime<T, L>(work: Promise<T>, late: L): Promise<T | L> {
  const giveUp = new AbortController();
  const timer = wait(patience, late, { signal: giveUp.signal, ref: false });
  try {
    return await Promise.race([work, timer]);
  } finally {
    giveUp.abort();
    await timer.catch(() => undefined);
  }
}
