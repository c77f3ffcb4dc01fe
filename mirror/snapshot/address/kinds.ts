/** Resources by what they are made with. */
import { operationOf } from '../../../origin/contract/operations.ts';
import { pageOf, pages } from '../../../origin/contract/pages.ts';
import type { PrebuiltId } from './address.ts';

/** A record in JSON; Markdown, a feed or what discovery clients read; a page in HTML; a version's archive. */
export type ResourceKind = 'record' | 'text' | 'page' | 'archive';

export function kindOf(id: PrebuiltId): ResourceKind {
  const media = id in pages ? pageOf(id as keyof typeof pages).media : operationOf(id as never).media;
  if (media === 'application/gzip') return 'archive';
  if (media === 'text/html') return 'page';
  return id in pages ? 'text' : 'record';
}
