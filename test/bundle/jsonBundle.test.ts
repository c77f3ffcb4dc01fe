import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonFiles } from '../../origin/bundle/archive/jsonBundle.ts';
import { limits } from '../../origin/contract/fields.ts';
import { file, refusalOf } from './samples.ts';

describe('readJsonFiles', () => {
  it('reads text as UTF-8 and base64 as bytes, in the order given', () => {
    const files = readJsonFiles([
      { path: 'b', text: 'héllo\r\n' },
      { path: 'a', base64: '/wA=' },
      { path: 'empty', base64: '' },
    ]);
    expect(files).toEqual([file('b', 'héllo\r\n'), file('a', Uint8Array.of(255, 0)), file('empty', '')]);
  });

  it('reads back any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const base64 = Buffer.from(bytes).toString('base64');
        expect(readJsonFiles([{ path: 'a', base64 }])).toEqual([{ path: 'a', bytes }]);
      }),
    );
  });

  it.each(['/wA', '_wA=', '/wA= ', '/w\nA=', '/wB=', '====', 'a', '%%%%', 'data:text/plain;base64,AAAA'])(
    'refuses base64 that is not canonical: %j',
    async (base64) => {
      const refusal = { code: 'bundle_invalid', path: 'a', message: expect.stringContaining('base64') };
      expect(await refusalOf(() => readJsonFiles([{ path: 'a', base64 }]))).toMatchObject(refusal);
    },
  );

  it('refuses half a surrogate pair, which has no bytes', async () => {
    const refusal = { code: 'bundle_invalid', path: 'a' };
    expect(await refusalOf(() => readJsonFiles([{ path: 'a', text: 'x\ud800' }]))).toMatchObject(refusal);
  });

  it('holds the limits of one file, of all files, and of their number', async () => {
    const text = 'a'.repeat(limits.file);
    const many = (count: number, content: string) =>
      Array.from({ length: count }, (_, index) => ({ path: `${index}`, text: content }));
    const code = 'payload_too_large';
    const oneByteMore = [{ path: 'big', text: `${text}a` }];
    expect(await refusalOf(() => readJsonFiles(oneByteMore))).toMatchObject({ code, path: 'big', limit: limits.file });
    expect(readJsonFiles(many(5, text))).toHaveLength(5);
    expect(await refusalOf(() => readJsonFiles(many(6, text)))).toMatchObject({ code, limit: limits.unpacked });
    expect(await refusalOf(() => readJsonFiles(many(501, '')))).toMatchObject({ code, limit: limits.files });
  });
});
