/** The files that pages load. Their names change with their content; those of earlier builds stay, for pages in caches. */
import { extname } from 'node:path';
import type { Answer } from '../../../origin/read/answer.ts';
import { assetType } from '../../site/built.ts';
import { type Entry, entryOf } from '../files/content.ts';
import { entriesOf, recordEntries } from '../files/manifest.ts';
import { formOf } from '../files/strays.ts';
import type { SnapshotParts } from './parts.ts';
import { bring } from './refresh.ts';

/** Assets by path on the site. */
export async function putAssets(parts: SnapshotParts, assets: ReadonlyMap<string, Answer>): Promise<void> {
  const { catalog, tagBits } = parts;
  const known = await entriesOf(catalog.db, [...assets.keys()].map(fileOfAsset));
  const entries: Entry[] = [];
  for (const [path, asset] of assets) {
    const wanted = entryOf(fileOfAsset(path), 'asset', asset, tagBits);
    const { entry } = await bring(parts, known.get(wanted.path), wanted, asset);
    if (entry) entries.push(entry);
  }
  await catalog.write((db) => recordEntries(db, entries));
}

/** Makes the assets that are there part of the manifest, where it is new: pages of before still load them. */
export async function adoptAssets(parts: SnapshotParts): Promise<void> {
  const found = new Map<string, Answer>();
  for await (const path of parts.sink.list()) {
    const file = isHashed(path) && !formOf(path) ? await parts.sink.read(path) : undefined;
    if (file) found.set(`/${path}`, { type: assetType(extname(path)), body: file.body });
  }
  await putAssets(parts, found);
}

const fileOfAsset = (path: string): string => path.slice(1);
const isHashed = (path: string): boolean => path.startsWith('_astro/');
