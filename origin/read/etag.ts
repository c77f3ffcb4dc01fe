/** The validator of a body, made from its content. */
import { createHash } from 'node:crypto';
import { etagOfFile } from '../contract/cache.ts';

export function etagOf(body: Uint8Array): string {
  if (body.byteLength < largeFrom) return etagOfFile(mtimeOf(body), body.byteLength);
  const etag = tagsOfLarge.get(body) ?? etagOfFile(mtimeOf(body), body.byteLength);
  tagsOfLarge.set(body, etag);
  return etag;
}

/** A large body that is kept is not read through again for each who asks. */
const tagsOfLarge = new WeakMap<Uint8Array, string>();
const largeFrom = 0x10000;

/** Seconds since 1970 that stand for this content. */
export function mtimeOf(body: Uint8Array): number {
  const digest = createHash('sha256').update(body).digest();
  return digest.readUIntBE(0, 5) % 2 ** 33;
}
