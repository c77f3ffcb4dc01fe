/** Timing of a subject and its reference, which take turns, so that both meet the same machine. */
/** What was measured of one thing; times in milliseconds. */
export interface Figure {
  name: string;
  p50?: number;
  p99?: number;
  perSecond?: number;
  /** Whatever is neither: seconds, megabytes, a score. */
  amount?: number;
  unit?: string;
}

/** Does the thing once; `call` counts from 0, so that each call can ask for something else. */
export type Work = (call: number) => Promise<unknown>;

interface Named {
  name: string;
  work: Work;
}

/** Calls both in turn, `rounds` times `calls` each, after a warm-up that does not count. */
export async function takeTurns(
  subject: Named,
  reference: Named,
  { rounds = 20, calls = 100 }: { rounds?: number; calls?: number } = {},
): Promise<{ subject: Figure; reference: Figure }> {
  const times = { subject: [] as number[], reference: [] as number[] };
  for (const { work } of [subject, reference]) await timesOf(work, calls, 0);
  for (let round = 0; round < rounds; round += 1) {
    times.reference.push(...(await timesOf(reference.work, calls, round * calls)));
    times.subject.push(...(await timesOf(subject.work, calls, round * calls)));
  }
  return { subject: timed(subject.name, times.subject), reference: timed(reference.name, times.reference) };
}

/** Milliseconds of each of so many calls, one after the other. */
export async function timesOf(work: Work, calls: number, first = 0): Promise<number[]> {
  const times: number[] = [];
  for (let call = first; call < first + calls; call += 1) {
    const start = performance.now();
    await work(call);
    times.push(performance.now() - start);
  }
  return times;
}

export function timed(name: string, times: readonly number[]): Figure {
  const sorted = times.toSorted((a, b) => a - b);
  return { name, p50: at(sorted, 0.5), p99: at(sorted, 0.99) };
}

export const median = (values: readonly number[]): number =>
  at(
    values.toSorted((a, b) => a - b),
    0.5,
  );

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Median times: how many times as long the subject takes. */
export const timesAsLong = (subject: Figure, reference: Figure): number => (subject.p50 ?? 0) / (reference.p50 ?? 0);

/** Median times: how many times as fast the subject is. */
export const timesAsFast = (subject: Figure, reference: Figure): number => 1 / timesAsLong(subject, reference);

/** The share of the reference's rate that the subject reaches. */
export const shareOfRate = (subject: Figure, reference: Figure): number =>
  (subject.perSecond ?? 0) / (reference.perSecond ?? 0);
