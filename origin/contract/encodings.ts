/**
 * Content codings (RFC 9110, section 8.4). Bytes of a coding are always made here, so that an answer encoded when it
 * is asked for and a file encoded beforehand are the same, and may carry the same strong tag.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Bodies below this many bytes gain nothing that a client would notice. */
const encodeFrom = 1024;

const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg\+xml)/;

/** Whether an answer of this content type and size has encoded forms. */
export const isEncodable = (type: string, size: number): boolean => size >= encodeFrom && compressible.test(type);

/** The coding to answer in: the most compact that the client takes; undefined for the bytes as they are. */
export function acceptedEncoding(acceptEncoding: string | null): Encoding | undefined {
  if (!acceptEncoding) return undefined;
  const weights = new Map(parseAccept(acceptEncoding).map(({ type, q }) => [type.toLowerCase(), q]));
  return encodings.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0);
}

/** A window no larger than the body needs: making room for one takes longer than compressing most bodies. */
const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: size <= 0x1_0000 ? 16 : constants.BROTLI_DEFAULT_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

const gzipOptions = { level: 6 };

/** Up to this many bytes a body is encoded in a fraction of a millisecond, and handing it to a thread takes as long again. */
const encodedHere = 0x4000;

export async function encode(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  const brotli = brotliOptions(body.byteLength);
  if (body.byteLength > encodedHere)
    return encoding === 'br' ? promisify(brotliCompress)(body, brotli) : promisify(gzip)(body, gzipOptions);
  // Room for the body is room enough; the usual sixteen kilobytes each time keep the collector busy.
  const room = { chunkSize: Math.max(body.byteLength, constants.Z_MIN_CHUNK) };
  return encoding === 'br'
    ? brotliCompressSync(body, { ...brotli, ...room })
    : gzipSync(body, { ...gzipOptions, ...room });
}

/** The tag of an encoded form: `"…-br"` beside `"…"`. */
export const encodedEtag = (etag: string, encoding: Encoding | undefined): string =>
  encoding ? etag.replace(/"$/, `-${encoding}"`) : etag;
