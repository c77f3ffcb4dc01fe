/** Tiles of a log: their paths and what is in a bundle of entries (C2SP, tlog-tiles). */

/** Hashes in a whole tile, and entries in a whole bundle. */
export const tileWidth = 256;

export interface Tile {
  /** 0 holds hashes of entries; each level above, those of whole tiles of the one below. `entries` is a bundle of those. */
  level: number | 'entries';
  index: number;
  /** From 1 to 256. */
  width: number;
}

/** The path below `/log/tile/`. */
export function tilePath({ level, index, width }: Tile): string {
  const groups = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .match(/.{3}/g) as string[];
  const number = groups.map((group, nth) => (nth < groups.length - 1 ? `x${group}` : group)).join('/');
  return `${level}/${number}${width === tileWidth ? '' : `.p/${width}`}`;
}

const grammar = /^(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/** Undefined for what `tilePath` could not have made. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level = '', number = '', width] = grammar.exec(path) ?? [];
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(number.replaceAll(/[x/]/g, '')),
    width: Number(width ?? tileWidth),
  };
  const isOne = level !== '' && Number.isSafeInteger(tile.index) && tilePath(tile) === path;
  return isOne && tile.width <= tileWidth ? tile : undefined;
}

/** A bundle: each entry behind its length in two bytes. Errors: of an entry that is longer than those can say. */
export const encodeEntries = (entries: readonly Uint8Array[]): Buffer =>
  Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );

/** The entries of a bundle. Errors: where it ends within one. */
export function decodeEntries(bytes: Uint8Array): Buffer[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Buffer[] = [];
  for (let at = 0; at < buffer.length; ) {
    const end = at + 2 + (at + 2 <= buffer.length ? buffer.readUInt16BE(at) : 0);
    if (end > buffer.length || at + 2 > buffer.length) throw new Error('A bundle of entries ends within an entry.');
    entries.push(buffer.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
