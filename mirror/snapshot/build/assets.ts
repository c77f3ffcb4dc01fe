/** The files that pages load. Their names change with their content. */
import type { Answer } from '../../../origin/read/answer.ts';
import { type Entry, entryOf } from '../files/content.ts';
import { entriesOf, recordEntries } from '../files/manifest.ts';
import type { SnapshotParts } from './parts.ts';
import { bring } from './refresh.ts';

/** Assets by path on the site. `revision` is the newest change that the snapshot shows. */
export async function putAssets(
  parts: SnapshotParts,
  assets: ReadonlyMap<string, Answer>,
  revision: number,
): Promise<void> {
  const { catalog, tagBits } = parts;
  const known = await entriesOf(catalog.db, [...assets.keys()].map(fileOfAsset));
  const entries: Entry[] = [];
  for (const [path, asset] of assets) {
    const wanted = entryOf(fileOfAsset(path), 'asset', asset, tagBits);
    const { entry } = await bring(parts, known.get(wanted.path), wanted, asset);
    if (entry) entries.push(entry);
  }
  await catalog.write((db) => recordEntries(db, entries, revision));
}

const fileOfAsset = (path: string): string => path.slice(1);

/** Those of earlier builds stay: a cached page may still load them. */
export const isAsset = (path: string): boolean => path.startsWith('_astro/');
