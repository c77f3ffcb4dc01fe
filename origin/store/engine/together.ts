/** Statements that don't wait for each other's answers: a database that is far away is asked once for all of them. */

/** PostgreSQL's code of whatever follows a statement that failed. */
const failedBefore = '25P02';

/**
 * What each resolves to, once all have ended: a transaction is never taken back under a statement that is still under way.
 * Rejects as the first of them did that failed by itself. Statements go out in the order in which they were begun.
 */
export async function together<T extends readonly unknown[] | []>(
  all: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ended = await Promise.allSettled(all);
  const reasons = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (reasons.length > 0) throw reasons.find((reason) => reason?.code !== failedBefore) ?? reasons[0];
  return ended.map((one) => (one as PromiseFulfilledResult<unknown>).value) as never;
}
