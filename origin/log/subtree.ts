/** Hashes of parts of a log, read from its tiles (C2SP tlog-tiles, Merkle Tree). */
import { hashLength, nodeHash } from './hash.ts';
import { malformed } from './logError.ts';
import { type Tile, tileIn, tileWidth } from './tile.ts';

/** The bytes of a tile of hashes: 32 for each, exactly as many as `width` says. It may be asked for several at once. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>;

/** The root over entries from `start` to before `end`, where that is a subtree of the log of `size` entries. */
export function hashesOf(size: number, read: ReadTile): (start: number, end: number) => Promise<Buffer> {
  const had = new Map<string, Promise<Uint8Array>>();
  const tileAt = (level: number, index: number) => {
    const key = `${level}/${index}`;
    const bytes = had.get(key) ?? readWhole(tileIn(size, level, index), read);
    had.set(key, bytes);
    return bytes;
  };
  return async function hashOf(start, end): Promise<Buffer> {
    const length = end - start;
    const middle = start + splitOf(length);
    if (length > 1 && length !== 2 * (middle - start)) {
      const [left, right] = await Promise.all([hashOf(start, middle), hashOf(middle, end)]);
      return nodeHash(left, right);
    }
    // Complete: it lies within one tile, of the highest level that has hashes that small.
    let [level, each] = [0, 1];
    while (each * tileWidth <= length) [level, each] = [level + 1, each * tileWidth];
    const first = start / each;
    const tile = await tileAt(level, Math.floor(first / tileWidth));
    return within(tile, first % tileWidth, length / each);
  };
}

async function readWhole(tile: Tile | undefined, read: ReadTile): Promise<Uint8Array> {
  if (!tile) throw new RangeError('The log has no such tile.');
  const bytes = await read(tile);
  if (bytes.length !== tile.width * hashLength) {
    throw malformed(
      `Tile ${tile.index} of level ${tile.level} has ${bytes.length} bytes, not ${tile.width * hashLength}.`,
    );
  }
  return bytes;
}

/** The root over `count` hashes of a tile, a power of two. */
function within(tile: Uint8Array, first: number, count: number): Buffer {
  if (count === 1) return Buffer.from(tile.subarray(first * hashLength, (first + 1) * hashLength));
  return nodeHash(within(tile, first, count / 2), within(tile, first + count / 2, count / 2));
}

/** The root over the hashes of a whole tile. */
export const rootOfTile = (tile: Uint8Array): Buffer => within(tile, 0, tileWidth);

/** The largest power of two below `length`; 0 for 1. Doubled, since bit operations know 32 bits. */
export function splitOf(length: number): number {
  if (length === 1) return 0;
  let split = 1;
  while (split * 2 < length) split *= 2;
  return split;
}
