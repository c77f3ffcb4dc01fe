/** Timing of one thing beside its reference, in the same process and taking turns, so that both meet the same weather. */

interface Timed {
  name: string;
  /** Milliseconds. */
  p50: number;
  p99: number;
  calls: number;
}

export interface Compared {
  measure: string;
  subject: Timed;
  reference: Timed;
  /** Median of the subject over that of the reference. */
  ratio: number;
}

type Work = () => Promise<unknown>;

/** Calls both in turn, `rounds` times `calls` each, after a warm-up that does not count. */
export async function compare(
  measure: string,
  subject: { name: string; work: Work },
  reference: { name: string; work: Work },
  { rounds = 20, calls = 100 }: { rounds?: number; calls?: number } = {},
): Promise<Compared> {
  const times = { subject: [] as number[], reference: [] as number[] };
  for (const { work } of [subject, reference]) await timesOf(work, calls * 2);
  for (let round = 0; round < rounds; round += 1) {
    times.reference.push(...(await timesOf(reference.work, calls)));
    times.subject.push(...(await timesOf(subject.work, calls)));
  }
  const [ours, theirs] = [timed(subject.name, times.subject), timed(reference.name, times.reference)];
  return { measure, subject: ours, reference: theirs, ratio: ours.p50 / theirs.p50 };
}

async function timesOf(work: Work, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

function timed(name: string, times: number[]): Timed {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { name, p50: at(0.5), p99: at(0.99), calls: times.length };
}
