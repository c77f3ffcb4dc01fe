/**
 * What two series of times say about each other. Rounds are paired, since what slows a machine down slows both sides of
 * a round: so the ratio of each round is looked at, and no series alone.
 */

/** By round. */
export interface Series {
  before: number[];
  now: number[];
}

export interface Verdict {
  /** How many times as long it takes now. */
  ratio: number;
  /** It holds the true ratio with `confidence`, however noise is distributed that strikes both sides alike. */
  interval: readonly [from: number, to: number];
  word: 'slower' | 'faster' | 'no difference seen';
}

/**
 * High, since many series are judged at once: with twenty of them, one run in twenty in which nothing changed calls
 * anything slower.
 */
const confidence = 0.995;
/** With fewer rounds no result is that certain: by chance all of eight ratios lie to one side in one run of 128. */
export const leastRounds = 9;
/** Smaller differences are of no account, however certain: where files lie on disk, for one, makes as much. */
const leastDifference = 0.03;

export const verdictRule = [
  `Ratios compare the times of one round, now to before. The interval holds the true ratio with ${confidence * 100} % confidence`,
  '(Wilcoxon’s signed-rank test). Slower, faster: all of it lies on one side of 1, and the ratio is',
  `${leastDifference * 100} % or more away from 1.`,
].join('\n');

/**
 * The Hodges–Lehmann estimate of the ratio with the interval of Wilcoxon's signed-rank test, both on logarithms; times
 * of one round have the same index. One round that went wrong moves neither far.
 */
export function judge({ before, now }: Series): Verdict {
  const logs = now.map((time, round) => Math.log(time / (before[round] as number)));
  const means = logs.flatMap((log, index) => logs.slice(index).map((other) => (log + other) / 2)).sort((a, b) => a - b);
  const outside = meansOutside(logs.length);
  const at = (index: number) => Math.exp(means[index] as number);
  const [from, to] = outside === 0 ? [0, Number.POSITIVE_INFINITY] : [at(outside - 1), at(means.length - outside)];
  const ratio = Math.sqrt(at((means.length - 1) >> 1) * at(means.length >> 1));
  const isCertain = from > 1 || to < 1;
  const isLarge = Math.max(ratio, 1 / ratio) >= 1 + leastDifference;
  const word = !isCertain || !isLarge ? 'no difference seen' : ratio > 1 ? 'slower' : 'faster';
  return { ratio, interval: [from, to], word };
}

/** Which of the sorted means, counted from either end, bounds the interval; 0 where none can. */
function meansOutside(rounds: number): number {
  /** How many subsets of the ranks 1 … `rounds` have each sum. */
  const subsets = [1, ...Array<number>((rounds * (rounds + 1)) / 2).fill(0)];
  for (let rank = 1; rank <= rounds; rank += 1)
    for (let sum = subsets.length - 1; sum >= rank; sum -= 1) subsets[sum] = at(subsets, sum) + at(subsets, sum - rank);
  let outside = 0;
  for (let chance = 0; ; outside += 1) {
    chance += (2 * at(subsets, outside)) / 2 ** rounds;
    if (chance > 1 - confidence) return outside;
  }
}

const at = (values: readonly number[], index: number): number => values[index] as number;
