import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, indexedText, tokensOf } from '../../../origin/store/search/text.ts';

const letters = fc.string({ unit: fc.constantFrom(...'abzåéñöøçŁœαβσςωάΣΩабяЖІЇґ09 -_'), minLength: 1, maxLength: 30 });

describe('fold', () => {
  it('finds any piece of a text, in whatever case it is asked for', () => {
    fc.assert(
      fc.property(letters, fc.nat(), fc.nat(), fc.boolean(), (text, a, b, upper) => {
        const [from, to] = [a % text.length, b % (text.length + 1)].sort((x, y) => x - y) as [number, number];
        const piece = text.slice(from, to);
        expect(fold(text)).toContain(fold(upper ? piece.toUpperCase() : piece.toLowerCase()));
      }),
    );
  });

  it('makes compatibility forms one and drops NUL', () => {
    expect(fold('ﬁle ＰＤＦ ①\0')).toBe('file pdf 1');
  });
});

describe('tokensOf', () => {
  it.each([
    ['pdf-extract', ['pdf', 'extract']],
    ['  Zürich, naïve! ', ['zurich', 'naive']],
    ['a:b "c" AND (d*)', ['a', 'b', 'c', 'and', 'd']],
    ['日本語 テスト', ['日本語', 'テスト']],
    ['v1.10', ['v1', '10']],
    ['🎉 …', []],
  ])('of %j are %j', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  it('are letters and digits alone, and their own tokens', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        for (const token of tokensOf(text)) {
          expect(token).toMatch(/^[\p{L}\p{N}]+$/u);
          expect(tokensOf(token)).toEqual([token]);
        }
      }),
    );
  });

  it('of a very long word are its start', () => {
    expect(tokensOf('x'.repeat(500))).toEqual(['x'.repeat(64)]);
    expect(tokensOf(`x${'𐌰'.repeat(100)}`)[0]?.isWellFormed()).toBe(true);
  });
});

describe('indexedText', () => {
  it('keeps two texts apart in what substrings match', () => {
    expect(indexedText(['pdf', 'tools'], 'Reads files').folded).not.toContain('pdftools');
    expect(indexedText(['pdf', 'tools'], 'Reads files').folded).not.toContain('tools reads');
  });

  it('puts the words of the names between spaces and leaves the prose out of them', () => {
    expect(indexedText(['pdf-extract', 'PDF'], 'Reads')).toMatchObject({
      names: ' pdf extract pdf ',
      tokens: 'pdf extract pdf reads',
    });
  });
});
