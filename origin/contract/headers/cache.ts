/** Cache classes and validators. A policy is named once per kind of answer (SPEC.md, Endpoints; CONTRACT.md, Caching). */
import { encodedEtag, encodings } from './encodings.ts';

export const cachePolicies = {
  /** Lists, records and pages that anyone may read: a minute of staleness is promised. */
  catalog: 'public, max-age=60, s-maxage=60',
  /** Reads below a version hash: the body never changes, clients revalidate. */
  version: 'no-cache',
  /** Bytes addressed by their content. */
  immutable: 'public, max-age=31536000, immutable',
  /** The sync manifest: only its owner may keep it, and must ask first. */
  sync: 'private, no-cache',
  /** Anything that depends on a credential. */
  private: 'private, no-store',
  /** Failures and acknowledgements. */
  none: 'no-store',
} as const;

export type CachePolicy = keyof typeof cachePolicies;

/** The policy that a `Cache-Control` is of. */
export const cachePolicyOf = (cacheControl: string | null): CachePolicy | undefined =>
  (Object.keys(cachePolicies) as CachePolicy[]).find((name) => cachePolicies[name] === cacheControl);

/**
 * How many bits of a body's SHA-256 its tag has: 33 is what the timestamps of common file systems hold. Where they end in
 * 2038 it is 31, for the origin and the mirror alike (origin/store/tagBits.ts).
 */
export type TagBits = 33 | 31;

/**
 * A validator: `"<seconds>-<size>"`, both hex, where the seconds are the first bits of the body's SHA-256. That is the form
 * in which nginx makes its ETag from a file's mtime and size, so a snapshot file with this mtime has the same strong tag at
 * the origin, at the bundled server and at nginx.
 */
export const etagOfFile = (mtime: number, size: number): string => `"${mtime.toString(16)}-${size.toString(16)}"`;

/**
 * Whether `If-None-Match` names this tag or an encoded form of it: lists, `*` and weak comparison as RFC 9110,
 * section 13.1.2.
 */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const forms = [undefined, ...encodings].map((encoding) => encodedEtag(etag, encoding));
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => forms.includes(tag.replace(/^W\//, '')));
}
