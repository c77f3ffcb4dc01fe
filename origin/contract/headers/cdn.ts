/** What a CDN in front of the mirror is told with an answer: what it is about, and how long to keep it. Clients see none of it. */
import type { CachePolicy } from './cache.ts';

export const cdns = ['varnish', 'fastly', 'cloudflare', 'cloudfront'] as const;
export type Cdn = (typeof cdns)[number];

/** What an operator says of theirs. */
export interface CdnSettings {
  kind: Cdn;
  /** Base addresses of varnish, or what the CDN calls the site. */
  targets: readonly string[];
  /** Empty for CloudFront, which has keys. */
  token: string;
  keys: AwsKeys | undefined;
}

export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

interface Words {
  /** The header for tags, and what stands between two of them. */
  tags: string;
  separator: string;
  /** The header that says how long this CDN may keep an answer (RFC 9213); absent where it follows `Cache-Control` alone. */
  lifetime?: string;
}

/** Each takes these headers away again, but for CloudFront, which sends `Cache-Tag` on. */
const words: Record<Cdn, Words> = {
  varnish: { tags: 'Surrogate-Key', separator: ' ', lifetime: 'Surrogate-Control' },
  fastly: { tags: 'Surrogate-Key', separator: ' ', lifetime: 'Surrogate-Control' },
  cloudflare: { tags: 'Cache-Tag', separator: ',', lifetime: 'Cloudflare-CDN-Cache-Control' },
  cloudfront: { tags: 'Cache-Tag', separator: ',' },
};

/**
 * Seconds. What changes is purged, so a day bounds what a lost purge costs; asking again once a day costs a 304. An answer
 * that is asked for right then comes from what is there, and so it does for another day while nobody answers.
 */
export const cdnLifetime = { fresh: 86_400, whileRevalidating: 60, ifError: 86_400 } as const;

const { fresh, whileRevalidating, ifError } = cdnLifetime;
const lifetime = `max-age=${fresh}, stale-while-revalidate=${whileRevalidating}, stale-if-error=${ifError}`;

/** Policies of answers that are purged when they change. What never changes has a year by `Cache-Control`. */
const purged: ReadonlySet<CachePolicy> = new Set(['catalog', 'version']);

/**
 * `isFile`: whether a change names the answer when it may differ. Others, such as searches, are kept as `Cache-Control`
 * says.
 */
export function cdnHeaders(
  cdn: Cdn,
  policy: CachePolicy | undefined,
  { tags, isFile }: { tags: readonly string[]; isFile: boolean },
): Record<string, string> {
  const { tags: name, separator, lifetime: field } = words[cdn];
  const isKept = field && isFile && policy && purged.has(policy);
  return { [name]: tags.join(separator), ...(isKept && { [field]: lifetime }) };
}
