/**
 * What texts that are nearly the same are found by (MinHash with locality-sensitive hashing): the least of a text's
 * shingles under each of some orders, in bands of which two texts that share nine tenths have one in common but for one
 * time in five thousand, and two that share a tenth, one time in a thousand.
 */
import { mixed } from './shingles.ts';

/** Raised by one where what this makes of the same text changes: stored ones are made again. */
export const method = 1;

const bands = 8;
const rows = 4;
const seeds = Array.from({ length: bands * rows }, (_, order) => mixed((order + 1) * 0x9e3779b1));

/** As many as there are orders. */
export function minimaOf(shingles: ReadonlySet<number>): number[] {
  const minima = new Uint32Array(seeds.length).fill(0xffffffff);
  for (const shingle of shingles)
    for (let order = 0; order < seeds.length; order += 1) {
      const value = mixed(shingle ^ (seeds[order] ?? 0));
      if (value < (minima[order] ?? 0)) minima[order] = value;
    }
  return [...minima];
}

/** A number for each band, of 48 bits. No two bands have one in common. */
export function bandsOf(minima: readonly number[]): number[] {
  return Array.from({ length: bands }, (_, band) => {
    let [low, high] = [mixed(band + 1), mixed(band + 101)];
    for (const least of minima.slice(band * rows, (band + 1) * rows)) {
      low = mixed(Math.imul(low, 31) ^ least);
      high = mixed(Math.imul(high, 37) ^ least);
    }
    return (high & 0xffff) * 2 ** 32 + low;
  });
}

/** About how much two texts share, from 0 to 1. */
export const estimated = (one: readonly number[], other: readonly number[]): number =>
  one.filter((least, order) => least === other[order]).length / seeds.length;
