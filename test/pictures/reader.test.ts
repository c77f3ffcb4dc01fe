import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPicture } from '../../origin/pictures/reader.ts';
import { gif, jpeg, png, webp } from './samples.ts';

describe('what a picture says of itself', () => {
  it.each([
    ['image/png', png(3, 2)],
    ['image/gif', gif(3, 2)],
    ['image/jpeg', jpeg(3, 2)],
    ['image/webp', webp('VP8X', 3, 2)],
    ['image/webp', webp('VP8L', 3, 2)],
    ['image/webp', webp('VP8 ', 3, 2)],
  ])('is its type and size: %s', (type, bytes) => {
    expect(readPicture(bytes)).toEqual({ type, width: 3, height: 2 });
  });

  it.each([
    ['a page', Buffer.from(`<!doctype html><script>alert(1)</script>${' '.repeat(60)}`)],
    ['a drawing with scripts', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(60)}</svg>`)],
    ['a page that begins as a picture', Buffer.from(`GIF89a<script>alert(1)</script>${' '.repeat(60)}`)],
    ['a picture behind a page', Buffer.concat([Buffer.from('<html>'), png(3)])],
    ['nothing', Buffer.alloc(0)],
    ['no pixels', gif(0, 2)],
    ['a frame that is larger than its screen', gif(3, 2, [0, 0, 60_000, 60_000])],
    ['a frame beyond its screen', gif(3, 2, [2, 0, 2, 2])],
    ['a lossless frame that few decoders take', jpeg(3, 2, { marker: 0xc3 })],
    ['a picture whose height comes later', jpeg(3, 0)],
  ])('is nothing where it is %s', (_, bytes) => {
    expect(readPicture(bytes)).toBeUndefined();
  });

  it('is read from any bytes without a fault, whatever they are cut to or changed into', () => {
    const whole = fc.constantFrom(png(3), gif(3, 2), jpeg(3, 2), webp('VP8X', 3, 2), webp('VP8L', 3, 2));
    const changed = fc
      .tuple(whole, fc.nat(), fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 6 }))
      .map(([bytes, length, changes]) => {
        const copy = Buffer.from(bytes.subarray(0, length % (bytes.length + 1)));
        for (const [at, byte] of changes) if (copy.length > 0) copy[at % copy.length] = byte;
        return copy;
      });
    fc.assert(
      fc.property(fc.oneof(changed, fc.uint8Array()), (bytes) => {
        const { width = 1, height = 1 } = readPicture(bytes) ?? {};
        expect(Math.min(width, height)).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});
