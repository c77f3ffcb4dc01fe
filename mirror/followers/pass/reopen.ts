/** What a follower does as it begins: what an ended one left half done is put right, or forgotten. */

import { goneName } from '../../snapshot/catalog/names.ts';
import { faultsOf, removeContent } from '../../snapshot/files/content.ts';
import { entriesAfter, entriesOf, forgetEntries } from '../../snapshot/files/manifest.ts';
import { parsePack } from '../pack/pack.ts';
import type { Head } from '../pack/shapes.ts';
import { pathsOf, readFollowed, writeFollowed } from '../state.ts';
import type { Place } from './place.ts';
import type { Spool } from './spool.ts';

type Parts = Pick<Place, 'catalog' | 'sink' | 'journal' | 'only'> & { spool: Spool };

/** Files that are looked at in one go. */
const entriesAtOnce = 1000;

/** `isFilled`: whether there was a whole pass. */
export async function reopen(parts: Parts, isFilled: () => Promise<boolean>): Promise<void> {
  await clearOthers(parts);
  const touched = await parts.journal.read();
  if (!(await parts.spool.isWhole())) await dropUnknown(parts, touched);
  await lookAgain(parts, touched, isFilled);
}

/** What was kept before another choice was made is of no use. */
async function clearOthers({ spool, only }: Parts): Promise<void> {
  for await (const bytes of spool.packs()) {
    // What is broken is found so where it is read.
    const head = headOf(bytes);
    if (head && head.only !== only) await spool.clear();
    return;
  }
}

/** What a pass put there that is not gone on with, since another choice was made: nothing speaks of it. */
async function dropUnknown({ catalog, sink }: Parts, touched: readonly string[]): Promise<void> {
  const copied = new Set(await pathsOf(catalog.db, touched.map(goneName)));
  const others = touched.filter((path) => !copied.has(path));
  for (const path of others) await removeContent(sink, path);
  await catalog.write((db) => forgetEntries(db, others));
}

/** What was about to be touched may be there in part, and all of a first copy that was cut short: it is put there again. */
async function lookAgain(
  { catalog, sink }: Parts,
  touched: readonly string[],
  isFilled: () => Promise<boolean>,
): Promise<void> {
  const named = await entriesOf(catalog.db, touched);
  let entries = [...named.values()];
  if (!(await isFilled())) entries = await entriesAfter(catalog.db, '', entriesAtOnce);
  while (entries.length > 0) {
    const damaged: string[] = [];
    for (const entry of entries) if ((await faultsOf(sink, entry)).length > 0) damaged.push(entry.path);
    if (damaged.length > 0) {
      await catalog.write(async (db) => {
        await forgetEntries(db, damaged);
        // They are told of again from the start.
        await writeFollowed(db, { ...(await readFollowed(db)), cursor: undefined });
      });
    }
    const last = entries.at(-1)?.path ?? '';
    entries = (await isFilled()) ? [] : await entriesAfter(catalog.db, last, entriesAtOnce);
  }
}

/** Undefined of what is no pack. */
function headOf(bytes: Uint8Array): Head | undefined {
  try {
    return parsePack(bytes).head;
  } catch {
    return undefined;
  }
}
