import { createHash } from 'node:crypto';
import { leafHash, nodeHash } from '../../origin/log/hash.ts';
import { type Tile, tileIn, tilePath, tileWidth } from '../../origin/log/tile.ts';
import type { ReadTile } from '../../origin/log/tree.ts';

/** Entry `index` of a made-up log. */
export const textOf = (index: number): Buffer => Buffer.from(`entry ${index}`);

export interface MadeLog {
  leaves: Buffer[];
  /** Each tile of hashes that a log of this size has, by its path. */
  tiles: Map<string, { tile: Tile; bytes: Buffer }>;
  read: ReadTile;
  /** Paths in the order in which they were read. */
  asked: string[];
}

/** A log, cut into tiles level by level, as tlog-tiles has it. */
export function makeLog(size: number, leaves = Array.from({ length: size }, (_, at) => leafHash(textOf(at)))): MadeLog {
  const tiles: MadeLog['tiles'] = new Map();
  for (let level = 0, hashes = leaves; hashes.length > 0; level++) {
    const above: Buffer[] = [];
    for (let index = 0; index * tileWidth < hashes.length; index++) {
      const within = hashes.slice(index * tileWidth, (index + 1) * tileWidth);
      const tile = { level, index, width: within.length };
      tiles.set(tilePath(tile), { tile, bytes: Buffer.concat(within) });
      if (within.length === tileWidth) above.push(plainRoot(within));
    }
    hashes = above;
  }
  const asked: string[] = [];
  const read: ReadTile = async (tile) => {
    const path = tilePath(tile);
    asked.push(path);
    const there = tiles.get(path);
    if (!there) throw new Error(`no tile ${path}`);
    return there.bytes;
  };
  return { leaves, tiles, read, asked };
}

/** Reads the tiles of a log as it was when it was smaller: they were narrower, and began the same. */
export const readEarlier =
  ({ leaves, read }: MadeLog): ReadTile =>
  async (tile) =>
    (await read(tileIn(leaves.length, tile.level, tile.index) ?? tile)).subarray(0, tile.width * 32);

/** The root as RFC 6962, section 2.1, defines it. */
export function plainRoot(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (!first) return createHash('sha256').digest();
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(plainRoot(leaves.slice(0, split)), plainRoot(leaves.slice(split)));
}

/** The same with one bit of one byte turned over. */
export function flipped(bytes: Uint8Array, at: number, bit = 0): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  return changed;
}
