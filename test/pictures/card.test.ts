import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardSize, cardText, drawable } from '../../origin/contract/subjects/pictures.ts';
import { type Card, drawCard } from '../../origin/pictures/card.ts';
import { glyphsOf } from '../../origin/pictures/glyphs.ts';
import { readPicture } from '../../origin/pictures/reader.ts';

const card: Card = {
  author: 'ada',
  name: 'tidy-tables',
  description: 'Turns ragged tables into tidy ones.',
  verdict: 'No issues found (rules 7)',
  tone: 'good',
  site: 'Skill registry',
};

/** Rows of the picture without their filters: which colour each pixel has. */
function pixelsOf(png: Buffer): Buffer[] {
  const data = png.subarray(png.indexOf('IDAT') + 4, -16);
  const rows = inflateSync(data);
  const stride = cardSize.width + 1;
  return Array.from({ length: cardSize.height }, (_, y) => rows.subarray(y * stride + 1, (y + 1) * stride));
}

describe('a link preview', () => {
  it('has a picture of every letter that it says it can write', () => {
    const letters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const missing = letters.filter((letter) => drawable.test(letter) && !glyphsOf('text').has(letter));
    expect(missing).toEqual([]);
    for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789-…') expect(glyphsOf('title').has(letter)).toBe(true);
  });

  it.each([
    ['Größe, naïve, Привет, Ελλάδα – “so”…', 'Größe, naïve, Привет, Ελλάδα – “so”…'],
    ['Deploys\n  things 🚀👩🏽‍💻 🇩🇪 fast ✔️', 'Deploys things fast'],
    ['Cafe\u0301 © ™', 'Café © ™'],
    ['读取二维码', undefined],
    ['שלום', undefined],
    ['مرحبا', undefined],
    ['turned \u202e round', undefined],
    ['q\u0308', undefined],
  ])('writes %j as %j', (text, written) => expect(cardText(text)).toBe(written));

  it('is of the size that others show, small, and the same each time', () => {
    const drawn = drawCard(card);
    expect(readPicture(drawn)).toEqual({ type: 'image/png', ...cardSize });
    expect(drawCard(card)).toEqual(drawn);
    expect(drawCard({ ...card, tone: 'danger' })).not.toEqual(drawn);
  });

  it('keeps every text inside its margins and the last line free, however long they are', () => {
    const texts = fc.string({
      unit: fc.constantFrom(...'abcWij -…éЖ'),
      maxLength: 1024,
      size: 'max',
    });
    const name = fc.string({ unit: fc.constantFrom(...'aiw0-'), minLength: 1, maxLength: 63, size: 'max' });
    const author = fc.string({ unit: fc.constantFrom(...'aw-'), minLength: 1, maxLength: 39, size: 'max' });
    fc.assert(
      fc.property(texts, name, author, (description, name, author) => {
        const drawn = drawCard({ ...card, description, name, author });
        expect(drawn.length).toBeLessThan(40_000);
        const rows = pixelsOf(drawn);
        const inside = rows.slice(0, cardSize.height - 16);
        expect(inside.every((row) => row.subarray(0, 72).every((pixel) => pixel === 0))).toBe(true);
        expect(inside.every((row) => row.subarray(cardSize.width - 72).every((pixel) => pixel === 0))).toBe(true);
        expect(rows.slice(508, 524).every((row) => row.every((pixel) => pixel === 0))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});
