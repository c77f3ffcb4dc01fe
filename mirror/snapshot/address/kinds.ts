/** Resources by what they are made with. */
import { operationOf } from '../../../origin/contract/operations.ts';
import { pageOf, pages } from '../../../origin/contract/pages.ts';
import type { PrebuiltId } from './address.ts';

/** A record in JSON; Markdown, a feed or what discovery clients read; a page in HTML; a version's archive; the CLI. */
export type ResourceKind = 'record' | 'text' | 'page' | 'archive' | 'program';

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
  if (media === 'text/html') return 'page';
  return id in pages ? 'text' : 'record';
}
