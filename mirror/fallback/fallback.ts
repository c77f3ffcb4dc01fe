/**
 * What no file can answer: queries, search, diffs, and every failure. The same loaders as the origin's, over the
 * public catalog; the origin is never asked.
 */
import { statSync } from 'node:fs';
import { openComparer } from '../../origin/bundle/compare/comparer.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { openArchives } from '../../origin/read/archives.ts';
import type { CliFiles, PageReading, RenderHtml } from '../../origin/read/pages/page.ts';
import type { Site } from '../../origin/read/reading.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { Listing } from '../../origin/store/skills/listing.ts';
import { viewOf } from '../../origin/store/view.ts';
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
  let opened: { inode: number; parts: ReturnType<typeof open> } | undefined;
  /** The catalog before: who reads it may not be through yet. */
  let former: ReturnType<typeof open> | undefined;
  const open = async (): Promise<{ catalog: Engine; reading: PageReading }> => {
    const catalog = await openSqlite(catalogFile, { readOnly: true });
    const { compare } = comparer;
    const blob = fileContents(catalog.db, files);
    const view = { ...viewOf(catalog), listing: new Listing(catalog.db) };
    const reading = { view, site, html, now, blob, compare, archives: openArchives(), ...(cliFiles && { cliFiles }) };
    return { catalog, reading };
  };
  const close = async (parts: ReturnType<typeof open>) => (await parts.catch(() => undefined))?.catalog.close();
  return {
    reading: async () => {
      const inode = statSync(catalogFile, { throwIfNoEntry: false })?.ino;
      if (inode === undefined) throw new ApiError('unavailable', 'The first snapshot is not ready yet.');
      if (opened?.inode !== inode) {
        // One that was damaged is replaced by another file.
        if (former) void close(former);
        former = opened?.parts;
        opened = { inode, parts: open() };
      }
      const { parts } = opened;
      try {
        return (await parts).reading;
      } catch (error) {
        // It may be another one the next time.
        if (opened?.parts === parts) opened = undefined;
        throw error;
      }
    },
    close: async () => {
      await comparer.close();
      for (const parts of [opened?.parts, former]) if (parts) await close(parts);
    },
  };
}
