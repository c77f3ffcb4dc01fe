import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryHash, entryLine, parseEntry, redactedLine } from '../../origin/log/entry.ts';
import { leafHash } from '../../origin/log/hash.ts';

const salt = Buffer.alloc(16, 7);
const salted = `"salt":"${salt.toString('base64')}"`;

describe('an entry', () => {
  it('is one line of JSON, its keys in order, with its salt', () => {
    const line = entryLine({ skill: 'ada/hello', at: 12, '10': 'x', '9': 'y', é: '\n\u2028"', Z: -0 }, salt);
    expect(line).toBe(`{"10":"x","9":"y","Z":0,"at":12,${salted},"skill":"ada/hello","é":"\\n\u2028\\""}`);
  });

  it('is read back, whatever it says', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 40 });
    const name = texts.filter((its) => its !== 'salt' && its !== 'redacted');
    const value = fc.oneof(
      texts,
      fc.maxSafeInteger().map((number) => number + 0),
    );
    fc.assert(
      fc.property(
        fc.dictionary(name, value, { maxKeys: 8 }),
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        (fields, its) => {
          const line = entryLine(fields, its);
          expect(line).not.toMatch(/\n/);
          expect(Object.entries(parseEntry(line)).sort()).toEqual(
            Object.entries({ ...fields, salt: Buffer.from(its).toString('base64') }).sort(),
          );
          expect(entryHash(line)).toEqual(leafHash(Buffer.from(line)));
        },
      ),
    );
  });

  it('keeps a field called __proto__ a field', () => {
    const line = entryLine(JSON.parse('{"__proto__":"x"}'), salt);
    expect(line).toBe(`{"__proto__":"x",${salted}}`);
    expect(Object.entries(parseEntry(line))).toEqual([
      ['__proto__', 'x'],
      ['salt', salt.toString('base64')],
    ]);
  });

  it.each([
    ['space', `{"a": 1,${salted}}`],
    ['keys out of order', `{${salted},"a":1}`],
    ['a key twice', `{"a":1,"a":1,${salted}}`],
    ['an escape that is not needed', `{"a":"\\u0041",${salted}}`],
    ['a broken number', `{"a":1.5,${salted}}`],
    ['an exponent', `{"a":1e3,${salted}}`],
    ['a zero below zero', `{"a":-0,${salted}}`],
    ['a number beyond 2^53 - 1', `{"a":9007199254740992,${salted}}`],
    ['true', `{"a":true,${salted}}`],
    ['null', `{"a":null,${salted}}`],
    ['something within', `{"a":{},${salted}}`],
    ['half a surrogate pair', `{"a":"\\ud800",${salted}}`],
    ['a line break at its end', `{${salted}}\n`],
    ['a list', '[]'],
    ['text alone', '"a"'],
    ['nothing', ''],
    ['more than 4,096 bytes', `{"a":"${'é'.repeat(2048)}",${salted}}`],
  ])('with %s is refused', (_, line) => {
    expect(() => parseEntry(line)).toThrow(expect.objectContaining({ reason: 'malformed' }));
  });

  it('takes 4,096 bytes, and is not made of more, nor of what would be refused', () => {
    const around = Buffer.byteLength(entryLine({ a: '' }, salt));
    expect(parseEntry(entryLine({ a: 'x'.repeat(4096 - around) }, salt))).toHaveProperty('a');
    expect(() => entryLine({ a: 'x'.repeat(4097 - around) }, salt)).toThrow(RangeError);
    for (const fields of [
      { a: 0.5 },
      { a: Number.NaN },
      { a: 2 ** 53 },
      { a: '\ud800' },
      { salt: 'x' },
      { redacted: 'x' },
    ]) {
      expect(() => entryLine(fields as Record<string, string | number>, salt)).toThrow(RangeError);
    }
    expect(() => entryLine({}, salt.subarray(1))).toThrow(RangeError);
  });

  it('that is redacted stands for the hash it had', () => {
    const line = entryLine({ skill: 'ada/hello' }, salt);
    const redacted = redactedLine(entryHash(line));
    expect(entryHash(redacted)).toEqual(entryHash(line));
    expect(parseEntry(redacted)).toEqual({ redacted: entryHash(line).toString('base64') });
    expect(() => redactedLine(salt)).toThrow(RangeError);
    const stray = redacted.replace(/.="/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}="`);
    for (const other of [stray, ` ${redacted}`, `${redacted}\n`, redacted.replace('redacted', 'Redacted')]) {
      expect(entryHash(other)).toEqual(leafHash(Buffer.from(other)));
    }
  });
});
