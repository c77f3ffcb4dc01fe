/** How far apart two words are, and how far they may be for one to be a slip of the other. */

/** Letters of the words in which one slip is looked for, and two. */
const [forOne, forTwo] = [4, 8];

export const slipsIn = (word: string): number => (word.length >= forTwo ? 2 : word.length >= forOne ? 1 : 0);

/**
 * Letters to change, add, take away, or swap with their neighbour; more than `most` is Infinity. Optimal string alignment
 * distance: no letter is touched twice.
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return Number.POSITIVE_INFINITY;
    [before, last] = [last, row];
  }
  const slips = last[b.length] ?? 0;
  return slips <= most ? slips : Number.POSITIVE_INFINITY;
}
