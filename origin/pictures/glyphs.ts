/** The letters of link previews as small pictures, since no library that draws text is small and well kept at once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** Each size and weight; `only`: the letters that it is asked for. */
export const faces = {
  title: { font: 'bold 64px DejaVu Sans', only: /^[a-z0-9/…-]$/ },
  text: { font: '32px DejaVu Sans', only: undefined },
} as const;
export type Face = keyof typeof faces;

export interface Glyph {
  letter: string;
  /** Pixels to the next one. */
  advance: number;
  /** Where its picture is, from the pen on the baseline. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Row by row, 0 to 15. */
  alpha: ArrayLike<number>;
}

/** As the file has them, before they are compressed: their numbers in a line of JSON, then a byte for each pixel. */
export function pack(glyphs: Record<Face, readonly Glyph[]>): Buffer {
  const index = Object.entries(glyphs).map(([face, all]) => [
    face,
    all.map(({ letter, advance, left, top, width, height }) => [letter, advance, left, top, width, height]),
  ]);
  const pixels = Object.values(glyphs).flatMap((all) => all.map(({ alpha }) => Buffer.from(Array.from(alpha))));
  return Buffer.concat([Buffer.from(`${JSON.stringify(Object.fromEntries(index))}\n`), ...pixels]);
}

type Row = [letter: string, advance: number, left: number, top: number, width: number, height: number];

let known: Record<Face, Map<string, Glyph>> | undefined;

/** Read when it is first asked for: most processes draw nothing. */
export function glyphsOf(face: Face): ReadonlyMap<string, Glyph> {
  known ??= unpack(inflateSync(readFileSync(join(import.meta.dirname, 'glyphs.deflate'))));
  return known[face];
}

function unpack(bytes: Buffer): Record<Face, Map<string, Glyph>> {
  const end = bytes.indexOf(10);
  const index: Record<Face, Row[]> = JSON.parse(bytes.toString('utf8', 0, end));
  let at = end + 1;
  const read = ([letter, advance, left, top, width, height]: Row): [string, Glyph] => {
    const alpha = bytes.subarray(at, at + width * height);
    at += width * height;
    return [letter, { letter, advance, left, top, width, height, alpha }];
  };
  return { title: new Map(index.title.map(read)), text: new Map(index.text.map(read)) };
}
