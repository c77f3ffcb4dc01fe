/**
 * Roots and proofs, computed from tiles (RFC 6962, section 2.1), and what a proof proves without the log (RFC 9162,
 * sections 2.1.3.2 and 2.1.4.2, whose trees and proofs are those of RFC 6962).
 */
import { emptyRoot, hashLength, nodeHash } from './hash.ts';
import { hashesOf, type ReadTile, splitOf } from './subtree.ts';

export type { ReadTile };

/**
 * The root of the first `size` entries, 0 to 2^53 - 1. Reads only tiles that a log of this size has, each once. Errors:
 * RangeError for another size, LogError for a tile of another length, and what `read` throws.
 */
export async function rootOf(size: number, read: ReadTile): Promise<Buffer> {
  checkSize(size);
  return size === 0 ? emptyRoot : hashesOf(size, read)(0, size);
}

/**
 * Hashes beside the way from entry `index` to the root, the lowest first (RFC 6962, section 2.1.1). Errors: RangeError
 * unless 0 ≤ index < size; else as `rootOf`.
 */
export async function inclusionProof(index: number, size: number, read: ReadTile): Promise<Buffer[]> {
  checkSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`A log of ${size} entries has no entry ${index}.`);
  }
  const hashOf = hashesOf(size, read);
  const proof: Promise<Buffer>[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    proof.unshift(index < middle ? hashOf(middle, end) : hashOf(start, middle));
    if (index < middle) end = middle;
    else start = middle;
  }
  return Promise.all(proof);
}

/**
 * What shows that the log of `to` entries begins with that of `from` (RFC 6962, section 2.1.2). Empty if `from` is 0 or
 * `to`. Errors: RangeError unless 0 ≤ from ≤ to; else as `rootOf`.
 */
export async function consistencyProof(from: number, to: number, read: ReadTile): Promise<Buffer[]> {
  checkSize(from);
  checkSize(to);
  if (from > to) throw new RangeError(`A log of ${to} entries has no earlier size ${from}.`);
  if (from === 0 || from === to) return [];
  const hashOf = hashesOf(to, read);
  const proof: Promise<Buffer>[] = [];
  let [start, end] = [0, to];
  while (end !== from) {
    const middle = start + splitOf(end - start);
    proof.unshift(from <= middle ? hashOf(middle, end) : hashOf(start, middle));
    if (from <= middle) end = middle;
    else start = middle;
  }
  // The verifier has the root of the first `from` entries; a smaller part of them it has not.
  if (start > 0) proof.unshift(hashOf(start, end));
  return Promise.all(proof);
}

interface Inclusion {
  /** From 0. */
  index: number;
  /** Entries in the log that `root` is of. */
  size: number;
  /** The hash of the entry, 32 bytes. */
  leaf: Uint8Array;
  proof: readonly Uint8Array[];
  root: Uint8Array;
}

/** Whether the log with this root has this entry at this place. Never throws. */
export function isIncluded({ index, size, leaf, proof, root }: Inclusion): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || ![leaf, ...proof].every(isHash)) return false;
  let [at, last] = [index, size - 1];
  let hash: Buffer = Buffer.from(leaf);
  for (const beside of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(beside, hash);
      [at, last] = toTurn(at, last);
    } else hash = nodeHash(hash, beside);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && hash.equals(root);
}

interface Consistency {
  /** Entries in the earlier log. */
  from: number;
  fromRoot: Uint8Array;
  /** Entries in the later log. */
  to: number;
  toRoot: Uint8Array;
  proof: readonly Uint8Array[];
}

/** Whether the later log begins with the earlier one. An empty log begins every other. Never throws. */
export function isConsistent({ from, fromRoot, to, toRoot, proof }: Consistency): boolean {
  if (!isCount(from) || !isCount(to) || from > to || ![fromRoot, toRoot, ...proof].every(isHash)) return false;
  if (to === 0 && !emptyRoot.equals(toRoot)) return false;
  if (from === 0) return proof.length === 0 && emptyRoot.equals(fromRoot);
  if (from === to) return proof.length === 0 && Buffer.from(fromRoot).equals(toRoot);
  let [at, last] = [from - 1, to - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  // Where the earlier log is one complete tree, its root is not in the proof: the verifier has it.
  const [first, ...rest] = at === 0 ? [fromRoot, ...proof] : proof;
  if (!first) return false;
  let [earlier, later]: [Buffer, Buffer] = [Buffer.from(first), Buffer.from(first)];
  for (const beside of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [earlier, later] = [nodeHash(beside, earlier), nodeHash(beside, later)];
      [at, last] = toTurn(at, last);
    } else later = nodeHash(later, beside);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && earlier.equals(fromRoot) && later.equals(toRoot);
}

/** Up from a node that has no sibling on its right, to the first that is a right child. */
function toTurn(at: number, last: number): [number, number] {
  while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
  return [at, last];
}

/** In place of a shift, which knows 32 bits. */
const half = (value: number) => Math.floor(value / 2);
const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const isHash = (bytes: Uint8Array) => bytes.length === hashLength;

function checkSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`A log has 0 to 2^53 - 1 entries, not ${size}.`);
}
