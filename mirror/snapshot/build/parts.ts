/** What a snapshot is made of and from. */
import type { TagBits } from '../../../origin/contract/headers/cache.ts';
import type { Answer } from '../../../origin/read/answer.ts';
import type { Encode } from '../../../origin/read/encode.ts';
import type { CliFiles, PageReading, RenderHtml } from '../../../origin/read/pages/page.ts';
import type { Site } from '../../../origin/read/reading.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import type { LogSigner } from '../../../origin/store/log/extend.ts';
import type { LogHold } from '../../../origin/store/log/hold.ts';
import type { Witness } from '../../../origin/store/log/witnesses.ts';
import { blobReader, type Stored } from '../../../origin/store/skills/blobs.ts';
import { viewOf } from '../../../origin/store/view.ts';
import type { Piece } from '../address/everyAddress.ts';
import type { Cache } from '../catalog/purges.ts';
import type { Entry } from '../files/content.ts';
import type { Journal } from '../files/journal.ts';
import type { Sink } from '../files/sink.ts';
import type { Fingerprints } from './fingerprint.ts';
import type { Lists } from './lists.ts';

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
  /** What makes the pieces of a full build that has so many entities left; where there is none, this process does. */
  makerFor?: MakerFor;
  /** What files are made with: those that were made with others are made again. */
  fingerprints: Fingerprints;
  /** Those that wait while much is published; where there is nothing here, none does. */
  lists?: Lists;
  /** Who signs checkpoints of the transparency log; where there is nobody, it is not extended. */
  signer?: LogSigner;
  /** Whether nothing may be signed before it is known what was published. */
  hold?: LogHold;
  /** Who is asked to cosign them. */
  witnesses?: readonly Witness[];
  /** What has copies of what is served, and is to drop those of what changes. */
  caches?: readonly Cache[];
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

/** On disk; until it is recorded, the manifest does not know of it. */
export interface Made extends Counts {
  entries: Entry[];
  /** Files that the manifest knows, and that went because their resource has no 200 any more. */
  gone: string[];
  /** How many profiles, skills, kits and advisories it is about. */
  entities: number;
}

export interface Maker {
  /** How many pieces it makes at a time. */
  width: number;
  /** The catalog must not change meanwhile but for the manifest. `isThorough`: whether every byte is to be looked at. */
  make(piece: Piece, isThorough: boolean): Promise<Made>;
  /** Resolves when nothing of it is left. */
  end(): Promise<void>;
}

/** What makes a piece needs to have of a builder. */
export type Workshop = Pick<
  SnapshotParts,
  'store' | 'catalog' | 'sink' | 'tagBits' | 'site' | 'html' | 'cliFiles' | 'encode' | 'alarm' | 'now'
> & { seen(path: string): void };

export type MakerFor = (entities: number, stale: readonly string[], here: Maker, workshop: Workshop) => Promise<Maker>;

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
