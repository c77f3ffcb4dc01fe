/**
 * What a full build of all ends with: nothing is left that belongs to nothing. It goes by what the catalog calls for, and
 * by nothing that a build remembers, which a kill would take along.
 */
import { fileOf } from '../address/address.ts';
import { everyAddress } from '../address/everyAddress.ts';
import { removeContent } from '../files/content.ts';
import { entriesAfter, forgetEntries } from '../files/manifest.ts';
import { nameSet } from '../files/nameSet.ts';
import { straysIn } from '../files/strays.ts';
import type { SnapshotParts } from './parts.ts';

const entriesAtOnce = 1000;

/**
 * Removes files that nothing names, and their entries. Between two looks it calls `catchUp`, and `since` has the files that
 * were made or looked at there.
 */
export async function sweep(
  { catalog, sink, looking }: SnapshotParts,
  since: ReadonlySet<string>,
  catchUp: () => Promise<void>,
): Promise<number> {
  const wanted = nameSet();
  for await (const { addresses } of everyAddress(catalog.db)) {
    for (const address of addresses) wanted.add(fileOf(address));
    await catchUp();
  }
  let removed = 0;
  for (let last = ''; ; ) {
    const entries = await entriesAfter(catalog.db, last, entriesAtOnce);
    const newest = entries.at(-1);
    if (!newest) break;
    last = newest.path;
    looking?.seen?.(last);
    const stale = entries
      .filter(({ path, kind }) => kind !== 'asset' && !wanted.has(path) && !since.has(path))
      .map(({ path }) => path);
    for (const path of stale) if (await removeContent(sink, path)) removed += 1;
    await catalog.write((db) => forgetEntries(db, stale));
    await catchUp();
  }
  for await (const strays of straysIn(sink, catalog.db)) {
    for (const path of strays) if (await sink.remove(path)) removed += 1;
    await catchUp();
  }
  return removed;
}
