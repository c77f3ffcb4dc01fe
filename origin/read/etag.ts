/** The validator of a body, made from its content. */
import { createHash } from 'node:crypto';
import { etagOfFile, type TagBits } from '../contract/headers/cache.ts';

export function etagOf(body: Uint8Array, bits: TagBits = 33): string {
  const sha256 = digests.get(body) ?? createHash('sha256').update(body).digest('hex');
  if (body.byteLength >= largeFrom) digests.set(body, sha256);
  return etagOfFile(secondsOf(sha256, bits), body.byteLength);
}

/** Large bodies that are kept are not hashed again for each request. */
const digests = new WeakMap<Uint8Array, string>();
const largeFrom = 0x10000;

/** Seconds since 1970 that stand for the content with this SHA-256, in hex. */
export const secondsOf = (sha256: string, bits: TagBits): number =>
  Number.parseInt(sha256.slice(0, 10), 16) % 2 ** bits;
