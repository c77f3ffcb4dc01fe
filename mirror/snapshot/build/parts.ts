/** What a snapshot is made of and from. */
import type { TagBits } from '../../../origin/contract/cache.ts';
import type { Answer } from '../../../origin/read/answer.ts';
import type { Encode } from '../../../origin/read/encode.ts';
import type { CliFiles, PageReading, RenderHtml } from '../../../origin/read/pages/page.ts';
import type { Site } from '../../../origin/read/reading.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { blobReader, type Stored } from '../../../origin/store/skills/blobs.ts';
import { viewOf } from '../../../origin/store/view.ts';
import type { Journal } from '../files/journal.ts';
import type { Sink } from '../files/sink.ts';
import type { Fingerprints } from './fingerprint.ts';

export interface SnapshotParts {
  store: Engine;
  /** A partial SQLite database of the snapshot's own. */
  catalog: Engine;
  journal: Journal;
  sink: Sink;
  /** Of the file system that the sink writes to, and so of every tag. */
  tagBits: TagBits;
  /** How files are looked at; as the manifest says where there is nothing here. */
  looking?: Looking;
  /** Files that pages load, by path on the site. */
  assets: ReadonlyMap<string, Answer>;
  site: Site;
  html: RenderHtml;
  cliFiles?: CliFiles;
  /** Where it remembers what it encoded, for example; bytes are those of `origin/read/encode.ts`. */
  encode?: Encode;
  /** What files are made with: those that were made with others are made again. */
  fingerprints: Fingerprints;
  /** Told of what nobody should miss: what was found, and what is done about it. */
  alarm(what: string, about?: Record<string, unknown>): void;
  /** Unix seconds. */
  now(): number;
}

interface Looking {
  /** Whether every byte of this file and its forms is to be read. */
  isThorough(path: string): boolean;
  /** Told of each file that there is to be. */
  seen?(path: string): void;
}

/** Files by what became of them. */
export interface Counts {
  written: number;
  removed: number;
  unchanged: number;
}

/**
 * Loaders on the catalog; only file bytes come from the store, by hashes that the catalog names. Each look-up is made once:
 * for as long as the catalog stays as it is, and for no more than a piece of it.
 */
export const readingOf = (
  { catalog, site, html, cliFiles, now }: Pick<SnapshotParts, 'catalog' | 'site' | 'html' | 'cliFiles' | 'now'>,
  store: Stored,
): PageReading => ({
  view: { ...viewOf(catalog), memory: new Map() },
  ...{ site, html, now, blob: blobReader(store) },
  ...(cliFiles && { cliFiles }),
});
