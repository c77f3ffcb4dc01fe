/** Tiles of a log, their paths, and bundles of its entries (C2SP tlog-tiles). */
import { malformed } from './logError.ts';

/** Hashes in a full tile, and entries in a full bundle. */
export const tileWidth = 256;

export interface Tile {
  /**
   * 0 has the hashes of entries, each level above it the roots of full tiles of the level below; at most 63. `entries`
   * has the entries themselves, cut as level 0.
   */
  level: number | 'entries';
  /** From 0. */
  index: number;
  /** Hashes or entries in it, 1 to 256. Below 256 it is partial. */
  width: number;
}

/** The part of its address below `tile/`: `0/x001/067`, `0/x001/067.p/5`, `entries/x001/067.p/5`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  const last = groups.pop();
  const partial = width === tileWidth ? '' : `.p/${width}`;
  return `${level}/${groups.map((group) => `x${group}/`).join('')}${last}${partial}`;
}

/** The tile of a path as `tilePath` writes it. Undefined for any other spelling. */
export function parseTilePath(path: string): Tile | undefined {
  const parts = /^(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (!parts) return undefined;
  const [, level = '', index = '', width = String(tileWidth)] = parts;
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(index.replace(/[x/]/g, '')),
    width: Number(width),
  };
  const inRange =
    (tile.level === 'entries' || tile.level <= 63) &&
    Number.isSafeInteger(tile.index) &&
    tile.width >= 1 &&
    tile.width <= tileWidth;
  return inRange && tilePath(tile) === path ? tile : undefined;
}

/** The tile at this place in a log of `size` entries, as wide as it is there. Undefined where there is none. */
export function tileIn(size: number, level: Tile['level'], index: number): Tile | undefined {
  const hashes = level === 'entries' ? size : Math.floor(size / tileWidth ** level);
  const width = Math.min(tileWidth, hashes - index * tileWidth);
  return width > 0 ? { level, index, width } : undefined;
}

const longestEntry = 0xffff;

/** A bundle: before each entry its length, two bytes, big-endian. Throws RangeError for an entry above 65,535 bytes. */
export function encodeEntries(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > longestEntry) throw new RangeError(`An entry has at most ${longestEntry} bytes.`);
      return [Buffer.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/** Entries of a bundle. Throws LogError where it ends within one. */
export function decodeEntries(bytes: Uint8Array): Buffer[] {
  const bundle = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Buffer[] = [];
  for (let at = 0; at < bundle.length; ) {
    const start = at + 2;
    const end = start <= bundle.length ? start + bundle.readUInt16BE(at) : Number.POSITIVE_INFINITY;
    if (end > bundle.length) throw malformed('The bundle ends within an entry.');
    entries.push(bundle.subarray(start, end));
    at = end;
  }
  return entries;
}
