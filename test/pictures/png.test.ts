import { crc32, deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPng, writePng } from '../../origin/pictures/png.ts';
import { readPicture } from '../../origin/pictures/reader.ts';
import { chunk, end, header, pixels, png, signature } from './samples.ts';

const side = 8;
const data = (rows: Uint8Array) => chunk('IDAT', deflateSync(rows));
const file = (...chunks: Uint8Array[]) => Buffer.concat([signature, ...chunks]);
const good = [header(side, side), data(pixels(side, side)), end] as const;
const [ihdr, idat, iend] = good;
const rgb = Buffer.alloc(side * (1 + 3 * side));

describe('a PNG that somebody sent', () => {
  it.each([
    ['RGBA', png(side), 4],
    ['RGB', file(header(side, side, [8, 2, 0, 0, 0]), data(rgb), end), 3],
    ['in pieces', file(ihdr, chunk('IDAT', idat.subarray(8, 12)), chunk('IDAT', idat.subarray(12, -4)), iend), 4],
  ])('is read where it is plain: %s', (_, bytes, samples) => {
    const read = readPng(bytes, side);
    if (typeof read === 'string') throw new Error(read);
    expect(read).toMatchObject({ width: side, height: side });
    expect(read.rows.length).toBe(side * (1 + samples * side));
    const written = writePng(read);
    expect(readPicture(written)).toEqual({ type: 'image/png', width: side, height: side });
    expect(readPng(written, side)).toEqual(read);
  });

  it.each([
    ['of another size', png(side + 1)],
    ['of one pixel', png(1)],
    ['that claims the size with the data of one pixel', file(ihdr, data(pixels(1, 1)), end)],
    ['with more data than its size', file(ihdr, data(pixels(side, side + 1)), end)],
    ['that unpacks to a hundred megabytes', file(ihdr, data(Buffer.alloc(100 * 2 ** 20)), end)],
    [
      'with bytes behind its data',
      file(ihdr, chunk('IDAT', Buffer.concat([deflateSync(pixels(side, side)), Buffer.from('<script>')])), end),
    ],
    ['with bytes behind its end', file(...good, Buffer.from('<script>alert(1)</script>'))],
    ['with chunks behind its end', file(...good, chunk('IDAT', Buffer.alloc(3)))],
    ['that ends twice', file(...good, iend)],
    ['with bytes in its end', file(ihdr, idat, chunk('IEND', Buffer.from('PK')))],
    ['without an end', file(ihdr, idat)],
    ['without data', file(ihdr, iend)],
    ['with two headers', file(ihdr, ihdr, idat, iend)],
    ['with text', file(ihdr, chunk('tEXt', Buffer.from('Comment\0<script>')), idat, iend)],
    ['with a colour profile', file(ihdr, chunk('iCCP', Buffer.from('x\0\0')), idat, iend)],
    ['that moves', file(ihdr, chunk('acTL', Buffer.alloc(8)), idat, iend)],
    ['with a palette', file(header(side, side, [8, 3, 0, 0, 0]), chunk('PLTE', Buffer.alloc(3)), idat, iend)],
    ['of grey', file(header(side, side, [8, 0, 0, 0, 0]), idat, iend)],
    ['of sixteen bits', file(header(side, side, [16, 6, 0, 0, 0]), idat, iend)],
    ['interlaced', file(header(side, side, [8, 6, 0, 0, 1]), idat, iend)],
    ['with a sum that is wrong', file(ihdr, chunk('IDAT', deflateSync(pixels(side, side)), crc32('')), end)],
    ['with an unknown filter', file(ihdr, data(Buffer.alloc(side * (1 + 4 * side), 5)), end)],
    ['with a length beyond the file', file(ihdr, Buffer.from('7fffffff49444154', 'hex'))],
    ['cut short', png(side).subarray(0, -5)],
    ['that is none', Buffer.from('GIF89a')],
    ['that is nothing', Buffer.alloc(0)],
  ])('is refused with a reason: one %s', (_, bytes) => {
    expect(readPng(bytes, side)).toMatch(/^(?:it|its|this) /);
  });

  it('leaves nothing of what was sent but its rows', () => {
    const read = readPng(file(ihdr, chunk('IDAT', deflateSync(pixels(side, side), { level: 0 })), end), side);
    if (typeof read === 'string') throw new Error(read);
    expect(writePng(read)).toEqual(file(ihdr, chunk('IDAT', deflateSync(pixels(side, side), { level: 9 })), end));
    expect(inflateSync(writePng(read).subarray(41, -16))).toEqual(pixels(side, side));
  });

  it('is read or refused without a fault, whatever is changed in it', () => {
    const change = fc.tuple(fc.nat({ max: png(side).length - 1 }), fc.nat({ max: 255 }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), fc.nat(), (changes, length) => {
        const bytes = Buffer.from(png(side));
        for (const [at, byte] of changes) bytes[at] = byte;
        const read = readPng(bytes.subarray(0, length % 2 ? bytes.length : length), side);
        expect(typeof read === 'string' || read.rows.length === side * (1 + 4 * side)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
