/** What an answer’s headers say, wherever it is served from: its content type, and which of them other sites may read. */
import { operationOf, type ReadId } from '../operations.ts';
import { type PageId, pages } from '../pages.ts';

export const meterHeaders = [
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit',
  'Retry-After',
] as const;

/** Headers that a page of another site may read. */
export const exposedHeaders = ['ETag', 'Link', 'Deprecation', 'Sunset', 'X-Request-Id', ...meterHeaders];

/** The content type of a read's or page's answer. */
export function typeOf(id: ReadId | PageId): string {
  if (!(id in pages)) return operationOf(id as ReadId).media ?? 'application/json';
  const { media } = pages[id as PageId];
  return media.startsWith('text/') ? `${media}; charset=utf-8` : media;
}
