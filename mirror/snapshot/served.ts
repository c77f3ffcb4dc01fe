/** What is served, for who reads it and makes nothing: a folder of the data directory, or what the catalog's database names. */
import type { DatabaseBounds } from '../../origin/store/engine/connections/pools.ts';
import type { Tell } from '../../origin/store/engine/connections/presence.ts';
import { openObjects } from '../../origin/store/objects/open.ts';
import type { S3Settings } from '../../origin/store/objects/s3/bucket.ts';
import { currentCatalog } from './catalog/current.ts';
import { catalogOf } from './catalog/place.ts';
import { openFolder } from './files/folder.ts';
import { type FollowedManifest, followManifest } from './files/followed.ts';
import { objectFiles } from './files/objects.ts';
import type { Files } from './files/sink.ts';
import { snapshotPaths } from './paths.ts';

/** Of the settings. */
export interface SnapshotPlace {
  dataDir: string;
  role?: string | undefined;
  databaseUrl?: string | undefined;
  catalogUrl: string | undefined;
  objectStore: string | undefined;
  s3: S3Settings;
  database?: DatabaseBounds;
}

export interface Served {
  files: Files;
  /** Undefined for a folder, which shows by itself what is current. */
  manifest: FollowedManifest | undefined;
  close(): Promise<void>;
}

interface Hearing {
  tell?: Tell;
  /** Hears of an object that can't be had as it should be. */
  trouble?(object: string, what: string): void;
}

export function openServed(place: SnapshotPlace, { tell, trouble = () => undefined }: Hearing = {}): Served {
  if (!place.catalogUrl)
    return {
      files: openFolder(snapshotPaths(place.dataDir).root),
      manifest: undefined,
      close: async () => undefined,
    };
  const current = currentCatalog(catalogOf(place), ({ db }) => db, tell);
  const manifest = followManifest(current.get);
  const objects = openObjects(place.objectStore ?? '', place.s3);
  return {
    files: objectFiles({ objects, manifest, catalog: current.get, trouble }),
    manifest,
    close: current.close,
  };
}
