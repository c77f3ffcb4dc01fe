/**
 * What no file can answer: queries, search, diffs, and every failure. The same loaders as the origin's, over the
 * public catalog; the origin is never asked.
 */
import { openComparer } from '../../origin/bundle/compare/comparer.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import type { TagBits } from '../../origin/contract/headers/cache.ts';
import { openArchives } from '../../origin/read/archives.ts';
import type { CliFiles, PageReading, RenderHtml } from '../../origin/read/pages/page.ts';
import type { Site } from '../../origin/read/reading.ts';
import type { Tell } from '../../origin/store/engine/connections/presence.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { isAway } from '../../origin/store/engine/faults.ts';
import { readStanding } from '../../origin/store/schema/migrate.ts';
import { countSteps } from '../../origin/store/schema/steps.ts';
import { Listing } from '../../origin/store/skills/listing/listing.ts';
import { viewOf } from '../../origin/store/view.ts';
import { changesAfter } from '../followers/feed.ts';
import { currentCatalog } from '../snapshot/catalog/current.ts';
import type { CatalogPlace } from '../snapshot/catalog/place.ts';
import { isFilled, readProgressIfAny } from '../snapshot/catalog/progress.ts';
import type { Files } from '../snapshot/files/sink.ts';
import { fileContents } from './contents.ts';

export interface FallbackParts {
  /**
   * The snapshot's. Everything is `unavailable` until it is there, has the schema that this program asks
   * by, and all that is public: an earlier program's is brought up to date by who builds, or by `operator migrate`.
   */
  catalog: CatalogPlace;
  /** The snapshot's. */
  files: Files;
  /** What tags of files are made with. */
  tagBits: TagBits;
  site: Site;
  /** What the files name, where it is another: a copy that answers under an address of its own. */
  siteOfFiles?: Site;
  html: RenderHtml;
  cliFiles?: CliFiles;
  /** Unix seconds. */
  now(): number;
  /** Hears when a database goes away and comes back. */
  tell?: Tell;
}

export interface Fallback {
  /** Anonymous reading. Errors: `unavailable` while the catalog can't be asked. */
  reading(): Promise<PageReading>;
  /** Another one once the catalog has changed. */
  position(): Promise<string>;
  /** Why that is, and whether there is a catalog at all; undefined where it can be asked. */
  trouble(): Promise<{ why: string; isThere: boolean } | undefined>;
  close(): Promise<void>;
}

const beingMade = 'The first snapshot is not ready yet.';
const upgrading = 'The mirror’s catalog is being upgraded.';

export function openFallback(parts: FallbackParts): Fallback {
  const { catalog: place, files, tagBits, site, siteOfFiles = site, html, cliFiles, now, tell } = parts;
  const comparer = openComparer();
  const prepare = async (catalog: Engine): Promise<PageReading> => {
    const standing = await readStanding(catalog.db).catch((error) => {
      if (isAway(error)) throw error;
      return undefined;
    });
    const known = await countSteps(typeof place === 'string' ? 'sqlite' : 'postgres');
    if (!standing || standing.schema < known || standing.leastReader > known)
      throw new ApiError('unavailable', upgrading);
    const { compare } = comparer;
    const blob = fileContents(catalog.db, files);
    const view = { ...viewOf(catalog), listing: new Listing(catalog) };
    const changes: PageReading['changes'] = (asked) =>
      changesAfter({ catalog, files, tagBits, site: siteOfFiles, schema: known }, asked);
    return { view, site, html, now, blob, compare, changes, archives: openArchives(), ...(cliFiles && { cliFiles }) };
  };
  const current = currentCatalog(place, prepare, tell);
  const reading = async () => {
    const found = await current.get();
    if (!found || !(await isFilled(found.view.db))) throw new ApiError('unavailable', beingMade);
    return found;
  };
  return {
    reading,
    position: async () => {
      const found = await current.get();
      return JSON.stringify(found && (await readProgressIfAny(found.view.db)));
    },
    trouble: async () => {
      try {
        await reading();
        return undefined;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { why: error.message, isThere: current.isThere() };
      }
    },
    close: async () => {
      await comparer.close();
      await current.close();
    },
  };
}
