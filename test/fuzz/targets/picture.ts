/** Pictures: what their first bytes say, and a whole PNG. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import { patternOf } from '../../../origin/pictures/pattern.ts';
import { readPng, writePng } from '../../../origin/pictures/png.ts';
import { readPicture } from '../../../origin/pictures/reader.ts';
import type { Target } from '../target.ts';

const side = 4;
const rows = Buffer.alloc(side * (1 + side * 3), 0);
const png = writePng({ width: side, height: side, bitDepth: 8, colorType: 2, rows });
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

export const target: Target = {
  seeds: [
    png,
    patternOf('ada'),
    hex('ffd8 ffe0 0004 0000 ffc0 0011 08 0010 0020 03 01 22 00 02 11 01 03 11 01'),
    Buffer.concat([
      Buffer.from('GIF89a'),
      hex('0400 0400 80 00 00 000000 ffffff 21f9 04 00000000 00 2c 0000 0000 0400 0400 00 02 02 4401 00 3b'),
    ]),
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8X'), hex('0a000000 00000000 0f0000 1f0000'), Buffer.alloc(8)]),
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 '), hex('0a000000 000000 9d012a 1000 2000'), Buffer.alloc(8)]),
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8L'), hex('0a000000 2f 0fc0 0700'), Buffer.alloc(8)]),
  ],
  longest: 4096,
  words: ['IHDR', 'IDAT', 'IEND', 'tEXt', 'VP8X', 'VP8L', 'ANIM'],
  check(input) {
    const said = readPicture(input);
    if (said) ok(said.width > 0 && said.height > 0 && Number.isInteger(said.width * said.height), 'it has no size');
    const image = readPng(input, side);
    if (typeof image === 'string') return said !== undefined;
    deepStrictEqual(
      [said?.type, said?.width, said?.height],
      ['image/png', side, side],
      'its first bytes say otherwise',
    );
    deepStrictEqual(readPng(writePng(image), side), image, 'written and read again it differs');
    return true;
  },
  /** Chunks with the sums that they need. */
  reshape(input, change) {
    const file = Buffer.from(change(input));
    for (let at = 8; at + 12 <= file.length; ) {
      const end = at + 8 + file.readUInt32BE(at);
      if (end + 4 > file.length) break;
      file.writeUInt32BE(crc32(file.subarray(at + 4, end)), end);
      at = end + 4;
    }
    return file;
  },
};
