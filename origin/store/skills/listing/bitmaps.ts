/** Sets of small numbers as bits: those in two of them, and how many, 32 at a time. */
export type Bitmap = Int32Array<ArrayBuffer>;

/** Room for the numbers below `size`. */
export const bitmapFor = (size: number): Bitmap => new Int32Array(Math.ceil(size / 32));

export function setBit(bitmap: Bitmap, number: number, isIn: boolean): void {
  const [place, bit] = [number >>> 5, 1 << (number & 31)];
  bitmap[place] = isIn ? (bitmap[place] ?? 0) | bit : (bitmap[place] ?? 0) & ~bit;
}

export const hasBit = (bitmap: Bitmap, number: number): boolean =>
  ((bitmap[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;

/** Leaves in `bitmap` what is in one of `others` as well. */
export function keepAnyOf(bitmap: Bitmap, others: readonly Bitmap[]): void {
  for (let place = 0; place < bitmap.length; place += 1) {
    let any = 0;
    for (const other of others) any |= other[place] ?? 0;
    bitmap[place] = (bitmap[place] ?? 0) & any;
  }
}

/** Leaves in `bitmap` what is not in `other`. */
export function leaveOut(bitmap: Bitmap, other: Bitmap): void {
  for (let place = 0; place < bitmap.length; place += 1) bitmap[place] = (bitmap[place] ?? 0) & ~(other[place] ?? 0);
}

/** The numbers in it, the lowest first. */
export function numbersIn(bitmap: Bitmap): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(countBoth(bitmap, bitmap));
  let at = 0;
  for (let place = 0; place < bitmap.length; place += 1)
    for (let bits = bitmap[place] ?? 0; bits !== 0; bits &= bits - 1)
      numbers[at++] = place * 32 + 31 - Math.clz32(bits & -bits);
  return numbers;
}

/** How many are in both. */
export function countBoth(one: Bitmap, other: Bitmap): number {
  let total = 0;
  const { length } = one;
  for (let place = 0; place < length; place += 1) {
    let bits = (one[place] ?? 0) & (other[place] ?? 0);
    if (bits === 0) continue;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    total += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}
