/** Roots and proofs of a Merkle log (RFC 6962, section 2.1), out of tiles. Sizes go up to 2^53 - 1. */
import { emptyRoot, nodeHash } from './hash.ts';
import { type Tile, tileWidth } from './tile.ts';

/** The hashes of a tile, 32 bytes each. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>;

/** A subtree: 2^height entries from `index` × 2^height on. */
interface Subtree {
  height: number;
  index: number;
}

const tileHeight = 8;

/** The largest power of two that is smaller than `size`, as its exponent. */
function splitHeight(size: number): number {
  let height = 0;
  while (2 ** (height + 1) < size) height += 1;
  return height;
}

/** The whole subtrees that entries from `from` up to `to` are made of; `from` has to begin one that reaches `to`. */
function subtreesOf(from: number, to: number): Subtree[] {
  const parts: Subtree[] = [];
  for (let at = from; at < to; ) {
    let height = 0;
    while (at % 2 ** (height + 1) === 0 && at + 2 ** (height + 1) <= to) height += 1;
    parts.push({ height, index: at / 2 ** height });
    at += 2 ** height;
  }
  return parts;
}

/** Reads subtrees' hashes out of tiles of a log of this size, each tile once. */
function hashesIn(size: number, read: ReadTile) {
  const known = new Map<string, Promise<Uint8Array>>();
  return async ({ height, index }: Subtree): Promise<Buffer> => {
    const level = Math.floor(height / tileHeight);
    const within = height - level * tileHeight;
    const first = index * 2 ** within;
    const tile = Math.floor(first / tileWidth);
    const there = Math.floor(size / tileWidth ** level);
    const width = Math.min(tileWidth, there - tile * tileWidth);
    const key = `${level}/${tile}`;
    const bytes = known.get(key) ?? read({ level, index: tile, width });
    known.set(key, bytes);
    const start = (first - tile * tileWidth) * 32;
    const hashes = Buffer.from(await bytes).subarray(start, start + 2 ** within * 32);
    return rootOfWhole(hashes, 2 ** within);
  };
}

function rootOfWhole(hashes: Buffer, count: number): Buffer {
  if (hashes.length !== count * 32) throw new Error('A tile of the log is not whole.');
  let level = Array.from({ length: count }, (_, nth) => hashes.subarray(nth * 32, nth * 32 + 32));
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, nth) =>
      nodeHash(level[2 * nth] as Buffer, level[2 * nth + 1] as Buffer),
    );
  return Buffer.from(level[0] as Buffer);
}

type HashOf = ReturnType<typeof hashesIn>;

/** The hash of entries from `from` up to `to`. */
async function hashOf(hash: HashOf, from: number, to: number): Promise<Buffer> {
  const parts = await Promise.all(subtreesOf(from, to).map(hash));
  return parts.reduceRight((right, left) => nodeHash(left, right));
}

/** The root of a log of this size. */
export async function rootOf(size: number, read: ReadTile): Promise<Buffer> {
  return size === 0 ? emptyRoot : hashOf(hashesIn(size, read), 0, size);
}

/** Hashes that lead from an entry to the root of a log of this size, from the entry up. */
export async function inclusionProof(index: number, size: number, read: ReadTile): Promise<Buffer[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`A log of ${size} has no entry ${index}.`);
  const hash = hashesIn(size, read);
  const proof: Promise<Buffer>[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + 2 ** splitHeight(to - from);
    proof.unshift(index < middle ? hashOf(hash, middle, to) : hashOf(hash, from, middle));
    if (index < middle) to = middle;
    else from = middle;
  }
  return Promise.all(proof);
}

/** Hashes that show that a log of `size` entries begins with the one of `before` entries. */
export async function consistencyProof(before: number, size: number, read: ReadTile): Promise<Buffer[]> {
  if (!(before >= 0 && before <= size)) throw new RangeError(`A log of ${size} has no beginning of ${before}.`);
  if (before === 0 || before === size) return [];
  const hash = hashesIn(size, read);
  const proof: Promise<Buffer>[] = [];
  let [from, to] = [0, size];
  while (to !== before) {
    const middle = from + 2 ** splitHeight(to - from);
    proof.unshift(before <= middle ? hashOf(hash, middle, to) : hashOf(hash, from, middle));
    if (before <= middle) to = middle;
    else from = middle;
  }
  // What is whole in both is known from the earlier root.
  if (from > 0) proof.unshift(hashOf(hash, from, to));
  return Promise.all(proof);
}

interface Inclusion {
  index: number;
  size: number;
  leaf: Uint8Array;
  proof: readonly Uint8Array[];
  root: Uint8Array;
}

/** Whether a proof leads from an entry's hash to this root (RFC 9162, section 2.1.3.2). */
export function isIncluded({ index, size, leaf, proof, root }: Inclusion): boolean {
  if (!(index >= 0 && index < size)) return false;
  let [node, last] = [index, size - 1];
  let hash: Buffer = Buffer.from(leaf);
  for (const one of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(one, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else hash = nodeHash(hash, one);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && hash.equals(root);
}

interface Consistency {
  from: number;
  fromRoot: Uint8Array;
  to: number;
  toRoot: Uint8Array;
  proof: readonly Uint8Array[];
}

/** Whether a proof shows that one log begins with the other (RFC 9162, section 2.1.4.2). */
export function isConsistent({ from, fromRoot, to, toRoot, proof }: Consistency): boolean {
  if (!(from >= 0 && from <= to)) return false;
  if (from === to) return proof.length === 0 && Buffer.from(fromRoot).equals(toRoot);
  if (from === 0) return proof.length === 0 && emptyRoot.equals(fromRoot);
  const isPower = Number.isInteger(Math.log2(from)) && 2 ** Math.round(Math.log2(from)) === from;
  const path = isPower ? [fromRoot, ...proof] : [...proof];
  const [first, ...rest] = path;
  if (!first) return false;
  let [node, last] = [from - 1, to - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  let before: Buffer = Buffer.from(first);
  let after = before;
  for (const one of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      before = nodeHash(one, before);
      after = nodeHash(one, after);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else after = nodeHash(after, one);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && before.equals(fromRoot) && after.equals(toRoot);
}
