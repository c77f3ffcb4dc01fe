/**
 * What no file can answer: queries, search, diffs, and every failure. The same loaders as the origin's, over the
 * public catalog; the origin is never asked.
 */
import { openComparer } from '../../origin/bundle/compare/comparer.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { openArchives } from '../../origin/read/archives.ts';
import type { CliFiles, PageReading, RenderHtml } from '../../origin/read/pages/page.ts';
import type { Site } from '../../origin/read/reading.ts';
import { Listing } from '../../origin/store/skills/listing.ts';
import { viewOf } from '../../origin/store/view.ts';
import { currentCatalog } from '../snapshot/catalog/current.ts';
import type { Files } from '../snapshot/files/sink.ts';
import { fileContents } from './contents.ts';

export interface FallbackParts {
  /** The snapshot's `catalog.sqlite`. It may appear only later: until then everything is `unavailable`. */
  catalogFile: string;
  /** The snapshot's. */
  files: Files;
  site: Site;
  html: RenderHtml;
  cliFiles?: CliFiles;
  /** Unix seconds. */
  now(): number;
}

export interface Fallback {
  /** Anonymous reading. Errors: `unavailable` before the first snapshot. */
  reading(): Promise<PageReading>;
  close(): Promise<void>;
}

export function openFallback({ catalogFile, files, site, html, cliFiles, now }: FallbackParts): Fallback {
  const comparer = openComparer();
  const current = currentCatalog(catalogFile, (catalog): PageReading => {
    const { compare } = comparer;
    const blob = fileContents(catalog.db, files);
    const view = { ...viewOf(catalog), listing: new Listing(catalog.db) };
    return { view, site, html, now, blob, compare, archives: openArchives(), ...(cliFiles && { cliFiles }) };
  });
  return {
    reading: async () => {
      const reading = await current.get();
      if (!reading) throw new ApiError('unavailable', 'The first snapshot is not ready yet.');
      return reading;
    },
    close: async () => {
      await comparer.close();
      await current.close();
    },
  };
}
