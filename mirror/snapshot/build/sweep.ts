/** What a full build ends with: nothing is left that belongs to nothing. */
import { removeContent } from '../files/content.ts';
import { entriesAfter, forgetEntries } from '../files/manifest.ts';
import type { NameSet } from '../files/nameSet.ts';
import { straysIn } from '../files/strays.ts';
import type { SnapshotParts } from './parts.ts';

const entriesAtOnce = 1000;

/** Removes files that nothing names, and their entries. `wanted` are those that something does. */
export async function sweep({ catalog, sink }: SnapshotParts, wanted: NameSet): Promise<number> {
  let removed = 0;
  for (let last = ''; ; ) {
    const entries = await entriesAfter(catalog.db, last, entriesAtOnce);
    const newest = entries.at(-1);
    if (!newest) break;
    last = newest.path;
    const stale = entries.filter(({ path, kind }) => kind !== 'asset' && !wanted.has(path)).map(({ path }) => path);
    for (const path of stale) if (await removeContent(sink, path)) removed += 1;
    await catalog.write((db) => forgetEntries(db, stale));
  }
  for await (const strays of straysIn(sink, catalog.db))
    for (const path of strays) if (await sink.remove(path)) removed += 1;
  return removed;
}
