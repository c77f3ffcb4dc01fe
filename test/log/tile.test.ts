import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEntries, encodeEntries, parseTilePath, type Tile, tilePath } from '../../origin/log/tile.ts';

describe('the path of a tile', () => {
  it('is that of tlog-tiles', () => {
    expect(tilePath({ level: 0, index: 0, width: 256 })).toBe('0/000');
    expect(tilePath({ level: 0, index: 1067, width: 256 })).toBe('0/x001/067');
    expect(tilePath({ level: 63, index: 1_234_067, width: 5 })).toBe('63/x001/x234/067.p/5');
    expect(tilePath({ level: 'entries', index: 1067, width: 255 })).toBe('entries/x001/067.p/255');
  });

  it('is read back as that tile, whichever it is', () => {
    const level = fc.oneof(fc.nat(63), fc.constant('entries' as const));
    const tiles: fc.Arbitrary<Tile> = fc.record({
      level,
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(tiles, (tile) => {
        expect(parseTilePath(tilePath(tile))).toEqual(tile);
      }),
    );
  });

  it.each([
    ...['', '0', '0/', '/0/000', '0/0', '0/00', '0/0000', '00/000', '01/000', '64/000', '-1/000', 'x/000', '0/001/'],
    ...['0/x000/001', '0/001/067', '0/x001/x067', '0/x1/067', '0/000.p/0', '0/000.p/256', '0/000.p/05', '0/000.p/'],
    ...[
      '0/000.p/5/',
      '0/000/p/5',
      'entries',
      'entries/0',
      'Entries/000',
      '0/000\n',
      ' 0/000',
      '0/000?',
      '0/..',
      '0/٠٠٠',
    ],
    `0/${'x999/'.repeat(5)}999`,
    `0/${'x999/'.repeat(50)}999`,
  ])('has one spelling: %j is none', (path) => expect(parseTilePath(path)).toBeUndefined());
});

describe('a bundle', () => {
  const entries = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 });

  it('has its entries, to the byte', () => {
    fc.assert(
      fc.property(entries, (all) => {
        expect(decodeEntries(encodeEntries(all))).toEqual(all.map((entry) => Buffer.from(entry)));
      }),
    );
    expect(encodeEntries([Buffer.from('ab'), Buffer.alloc(0)]).toString('hex')).toBe('000261620000');
  });

  it('that ends early is refused wherever it does, unless that is after an entry', () => {
    fc.assert(
      fc.property(entries, fc.nat(), (all, where) => {
        const whole = encodeEntries(all);
        const cut = whole.subarray(0, where % (whole.length + 1));
        const ends = all.map((_, count) => encodeEntries(all.slice(0, count)).length);
        if (cut.length === whole.length || ends.includes(cut.length)) {
          expect(encodeEntries(decodeEntries(cut))).toEqual(cut);
        } else expect(() => decodeEntries(cut)).toThrow(/ends within an entry/);
      }),
    );
    expect(() => decodeEntries(Buffer.of(0))).toThrow(/ends within an entry/);
  });

  it('takes entries of up to 65,535 bytes', () => {
    expect(decodeEntries(encodeEntries([Buffer.alloc(65_535, 1)]))).toEqual([Buffer.alloc(65_535, 1)]);
    expect(() => encodeEntries([Buffer.alloc(65_536)])).toThrow(RangeError);
  });
});
