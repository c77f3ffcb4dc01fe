/** Content codings (RFC 9110, section 8.4): what is encoded, in which coding, and under which tag. */
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

/** The tag of an encoded form: `"…-br"` for `"…"`. */
export const encodedEtag = (etag: string, encoding: Encoding | undefined): string =>
  encoding ? etag.replace(/"$/, `-${encoding}"`) : etag;
