/** What a full build ends with: nothing is left that belongs to nothing. */
import { extname } from 'node:path';
import type { Answer } from '../../../origin/read/answer.ts';
import { assetType } from '../../site/built.ts';
import { removeContent } from '../files/content.ts';
import { entriesAfter, forgetEntries } from '../files/manifest.ts';
import type { NameSet } from '../files/nameSet.ts';
import { formOf, straysIn } from '../files/strays.ts';
import { isAsset, putAssets } from './assets.ts';
import type { SnapshotParts } from './parts.ts';

const entriesAtOnce = 1000;

/**
 * Removes files that nothing names, and their entries. `wanted` are those that something does. The manifest learns of
 * assets that an earlier program left.
 */
export async function sweep(parts: SnapshotParts, wanted: NameSet, revision: number): Promise<number> {
  const { catalog, sink } = parts;
  let removed = 0;
  for (let last = ''; ; ) {
    const entries = await entriesAfter(catalog.db, last, entriesAtOnce);
    const newest = entries.at(-1);
    if (!newest) break;
    last = newest.path;
    const stale = entries.map(({ path }) => path).filter((path) => !wanted.has(path) && !isAsset(path));
    for (const path of stale) if (await removeContent(sink, path)) removed += 1;
    await catalog.write((db) => forgetEntries(db, stale));
  }
  const assets = new Map<string, Answer>();
  for await (const path of straysIn(sink, catalog.db)) {
    const found = isAsset(path) && !formOf(path) ? await sink.read(path) : undefined;
    if (found) assets.set(`/${path}`, { type: assetType(extname(path)), body: found.body });
    else if (!isAsset(path) && (await sink.remove(path))) removed += 1;
  }
  await putAssets(parts, assets, revision);
  return removed;
}
