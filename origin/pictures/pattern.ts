/** A picture for who has none: squares in two colours, drawn from a handle, the same for ever. */
import { createHash } from 'node:crypto';
import { portraitSide } from '../contract/subjects/pictures.ts';
import { palette, writePng } from './png.ts';

/** Squares along a side; the right half mirrors the left. */
const squares = 5;
/** Pixels around the squares, and of each. */
const [margin, square] = [8, 16];

/** Ground and squares, each pair to be told apart on light and on dark pages. */
const pairs = [
  ['d7ebe2', '0a6647'],
  ['dbe6f5', '2b5797'],
  ['ecdff3', '6d3b8c'],
  ['f6dfe3', '9c2f4b'],
  ['f5e6d3', '8a4b12'],
  ['e4eacb', '55651a'],
  ['d5ebee', '12636f'],
  ['e6e3de', '5a5147'],
] as const;

/** A PNG as large as those that people choose. */
export function patternOf(handle: string): Buffer {
  const bits = createHash('sha256').update(handle).digest();
  const isFilled = (column: number, row: number) =>
    ((bits[1 + row] ?? 0) >> Math.min(column, squares - 1 - column)) & 1;
  const side = portraitSide;
  const stride = 1 + side / 8;
  const rows = Buffer.alloc(side * stride);
  const [from, to] = [margin, margin + squares * square];
  for (let y = from; y < to; y += 1)
    for (let x = from; x < to; x += 1)
      if (isFilled(Math.floor((x - from) / square), Math.floor((y - from) / square))) {
        const at = y * stride + 1 + (x >> 3);
        rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
      }
  const pair = pairs[(bits[0] ?? 0) % pairs.length] ?? pairs[0];
  return writePng(
    {
      ...{ width: side, height: side, bitDepth: 1, colorType: palette },
      rows,
      colors: Buffer.from(pair.join(''), 'hex'),
    },
    0,
  );
}
