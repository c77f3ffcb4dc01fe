import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../origin/bundle/decode.ts';
import { bytesOf } from './samples.ts';

const encodeAgain = ({ text, encoding }: { text: string; encoding: BufferEncoding }) =>
  new Uint8Array(Buffer.from(text, encoding));

describe('decodeText', () => {
  it('gives the text of a UTF-8 file, byte order mark included', () => {
    expect(decodeText(bytesOf('\ufeffhé\0\r\n'))).toEqual({ text: '\ufeffhé\0\r\n', encoding: 'utf-8' });
    expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' });
  });

  it.each([[[0xff, 0xfe, 0x41, 0]], [[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0xe2, 0x82]], [[0xf5, 0x80, 0x80, 0x80]]])(
    'gives base64 of %j, which is not UTF-8',
    (bytes) => {
      expect(decodeText(Uint8Array.from(bytes))).toEqual({
        text: Buffer.from(bytes).toString('base64'),
        encoding: 'base64',
      });
    },
  );

  it('gives what encodes to the same bytes again', () => {
    const content = fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' }).map(bytesOf));
    fc.assert(
      fc.property(content, (bytes) => {
        expect(encodeAgain(decodeText(bytes))).toEqual(bytes);
      }),
    );
  });
});
