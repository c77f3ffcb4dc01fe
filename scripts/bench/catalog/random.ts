/** Numbers that look random and are the same in every run, so that two runs measure the same catalog. */

/** Draws from 0 (inclusive) to 1 (exclusive). */
export type Draw = () => number;

/** Marsaglia's xorshift on 32 bits. */
export function drawsFrom(seed: number): Draw {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export function pick<T>(draw: Draw, from: readonly T[]): T {
  if (from.length === 0) throw new Error('There is nothing to pick from.');
  return from[Math.floor(draw() * from.length)] as T;
}

/** An index below `count`, of which the first come up most: the n-th about as often as 1/n says. */
export const longTailed = (draw: Draw, count: number): number =>
  Math.min(count - 1, Math.floor((count + 1) ** draw()) - 1);
