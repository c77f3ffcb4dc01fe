/** How long work takes by the computing time of its thread: whatever else the machine does meanwhile changes nothing. */
import { expect } from 'vitest';

type Work = () => unknown;

/** Milliseconds of computing; the least of at most `tries`, which end early where `enough` was not reached. */
export async function computing(work: Work, { tries = 3, enough = 0 } = {}): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let done = 0; done < tries && best >= enough; done += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/**
 * Fails where work on `length` takes `most` milliseconds of computing or longer, or over nine times as long as work on a quarter of it, three times in a row. Linear
 * work takes four times as long, quadratic work sixteen. What takes under 30 ms is too short to judge, and no harm.
 */
export async function expectLinear(work: (length: number) => unknown, length: number, most: number): Promise<void> {
  await work(length / 4);
  let whole = await computing(() => work(length), { enough: most });
  expect(whole, 'milliseconds of computing').toBeLessThan(most);
  const growth: number[] = [];
  while (growth.length < 3) {
    if (growth.length > 0) whole = await computing(() => work(length), { tries: 1 });
    if (whole < 30) return;
    const quarter = await computing(() => work(length / 4), { tries: 1 });
    if (whole < 9 * quarter) return;
    growth.push(whole / quarter);
  }
  expect(Math.min(...growth), 'times as long for four times the length').toBeLessThan(9);
}
