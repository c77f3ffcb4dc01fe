/** Resources by what they are made with. */
import { operationOf } from '../../../origin/contract/operations.ts';
import { type PageId, pageOf, pages } from '../../../origin/contract/pages.ts';
import { isPage, type PrebuiltId, prebuiltFiles } from './address.ts';

/** What says the same wherever it is read: archives, the log, and the CLI, whose checksum the origin tells. */
export const namesNoAddress = (id: PrebuiltId): boolean => ['archive', 'program'].includes(kindOf(id)) || ofLog.has(id);

const ofLog: ReadonlySet<PrebuiltId> = new Set(['logCheckpoint', 'logTile', 'logEntries'] as const);

/** Pages in HTML that have files. */
export type HtmlId = {
  [K in PageId]: (typeof pages)[K] extends { media: 'text/html' }
    ? (typeof pages)[K] extends { onDemand: true }
      ? never
      : K
    : never;
}[PageId];

/** A record in JSON; Markdown, a feed or what discovery clients read; a version's archive; the CLI; each page in HTML for itself. */
export type ResourceKind = 'record' | 'text' | 'archive' | 'program' | HtmlId;

/** What hands out the CLI: all of it changes with that, and nothing else does. */
const ofProgram: ReadonlySet<PrebuiltId> = new Set([
  'cliPackage',
  'cliChecksum',
  'installShell',
  'installPowerShell',
] as const);

export function kindOf(id: PrebuiltId): ResourceKind {
  if (ofProgram.has(id)) return 'program';
  const media = id in pages ? pageOf(id as keyof typeof pages).media : operationOf(id as never).media;
  if (media === 'application/gzip') return 'archive';
  if (media === 'text/html') return id as HtmlId;
  return id in pages ? 'text' : 'record';
}

export const htmlIds = [...prebuiltFiles.keys()].filter(
  (id): id is HtmlId => isPage(id) && pageOf(id).media === 'text/html',
);

/** Which resources are to be made again. Everything follows from the catalog, every file has forms, and `page` is what all pages share. */
export function concernedBy(stale: readonly string[]): (id: PrebuiltId) => boolean {
  if (stale.includes('catalog') || stale.includes('forms')) return () => true;
  const kinds = new Set([...stale, ...(stale.includes('page') ? htmlIds : [])]);
  return (id) => kinds.has(kindOf(id));
}
