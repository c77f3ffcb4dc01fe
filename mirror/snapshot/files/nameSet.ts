import { hash } from 'node:crypto';

/**
 * A set of names in eight bytes each, for millions of them. Of a million names, one that was never added is taken for one
 * of them with a chance of one in 280 million.
 */
export interface NameSet {
  add(name: string): void;
  has(name: string): boolean;
}

export function nameSet(): NameSet {
  let digests = new Float64Array(1024);
  let size = 0;
  let isSorted = true;
  return {
    add: (name) => {
      if (size === digests.length) {
        const larger = new Float64Array(2 * size);
        larger.set(digests);
        digests = larger;
      }
      digests[size++] = digestOf(name);
      isSorted = false;
    },
    has: (name) => {
      if (!isSorted) digests.subarray(0, size).sort();
      isSorted = true;
      return isIn(digests.subarray(0, size), digestOf(name));
    },
  };
}

/** 48 bits, which a double holds exactly. */
const digestOf = (name: string): number => hash('sha1', name, 'buffer').readUIntBE(0, 6);

function isIn(sorted: Float64Array, value: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}
