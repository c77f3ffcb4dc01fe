/**
 * Bytes of a content coding. They are always made here, so that an answer encoded when it is asked for and a file encoded
 * beforehand are the same, and may carry the same strong tag.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gunzip, gzip, gzipSync } from 'node:zlib';
import type { Encoding } from '../contract/headers/encodings.ts';

/** A window no larger than the body needs: making room for one takes longer than compressing most bodies. */
const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: size <= 0x1_0000 ? 16 : constants.BROTLI_DEFAULT_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

export type Encode = (body: Uint8Array, encoding: Encoding) => Promise<Uint8Array>;

const gzipOptions = { level: 6 };

/** Up to this many bytes a body is encoded in a fraction of a millisecond, and handing it to a thread takes as long again. */
const encodedHere = 0x4000;

export const encode: Encode = async (body, encoding) => {
  const brotli = brotliOptions(body.byteLength);
  if (body.byteLength > encodedHere)
    return encoding === 'br' ? promisify(brotliCompress)(body, brotli) : promisify(gzip)(body, gzipOptions);
  // Room for the body is room enough; the usual sixteen kilobytes each time keep the collector busy.
  const room = { chunkSize: Math.max(body.byteLength, constants.Z_MIN_CHUNK) };
  return encoding === 'br'
    ? brotliCompressSync(body, { ...brotli, ...room })
    : gzipSync(body, { ...gzipOptions, ...room });
};

/** Whether decoding `form` gives `body`. */
export async function isFormOf(form: Uint8Array, body: Uint8Array, encoding: Encoding): Promise<boolean> {
  const bound = { maxOutputLength: body.byteLength };
  const decoding = encoding === 'br' ? promisify(brotliDecompress)(form, bound) : promisify(gunzip)(form, bound);
  return (await decoding.catch(() => undefined))?.equals(body) ?? false;
}
