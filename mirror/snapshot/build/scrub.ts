/**
 * The scrub: once a day every file is read again and compared with the manifest, a few at a time, while there is nothing
 * else to do. What a disk, a crash of the system or a stranger changed is made again from the catalog, and told of loudly.
 */
import { readProgress } from '../catalog/progress.ts';
import { noScrub, readScrubState, type Scrubbed, type ScrubState, writeScrubState } from '../catalog/scrubState.ts';
import { type Entry, type Fault, faultsOf, removeContent } from '../files/content.ts';
import { entriesAfter, entriesOf, forgetEntries } from '../files/manifest.ts';
import { straysIn } from '../files/strays.ts';
import { applyChanges } from './applyChanges.ts';
import { putAssets } from './assets.ts';
import type { SnapshotParts } from './parts.ts';

/** Looks at the next few files. Returns what a whole scrub saw, with its last piece. */
export type Scrub = () => Promise<Scrubbed | undefined>;

/** Seconds from the start of one scrub to the start of the next, and after which its place is written down. */
const interval = 24 * 60 * 60;
const writtenEvery = 60;

/** A piece is so many files, or fewer with so many bytes. */
const filesAtOnce = 5;
const bytesAtOnce = 2 ** 20;

export function openScrub(parts: SnapshotParts): Scrub {
  const { catalog, sink, now, alarm } = parts;
  let state: ScrubState | undefined;
  let written = 0;
  let strays: AsyncGenerator<string[]> | undefined;

  // A clock that was set back must not hold anything up.
  const isWithin = (seconds: number, since: number): boolean => Math.abs(now() - since) < seconds;
  const keep = async (next: ScrubState, isUrgent = false): Promise<void> => {
    state = next;
    if (!isUrgent && isWithin(writtenEvery, written)) return;
    written = now();
    await catalog.write((db) => writeScrubState(db, next));
  };
  const tell = ({ path, what }: Fault): void => alarm('a file of the snapshot is not as it was made', { path, what });

  return async () => {
    state ??= await readScrubState(catalog.db);
    const { last, startedAt } = state;
    if (startedAt === 0 && last && isWithin(interval, last.startedAt)) return undefined;
    const begun = startedAt === 0 ? { ...noScrub, startedAt: now(), ...(last && { last }) } : state;

    const entries = withinBounds(await entriesAfter(catalog.db, begun.path, filesAtOnce));
    const newest = entries.at(-1);
    if (newest) {
      const seen = { ...begun, path: newest.path, files: begun.files + entries.length };
      const wrong: Entry[] = [];
      for (const entry of entries) {
        const faults = await faultsOf(sink, entry);
        faults.forEach(tell);
        if (faults.length > 0) wrong.push(entry);
      }
      // First, so that one that can't be made again does not hold up all others.
      await keep({ ...seen, found: seen.found + wrong.length }, wrong.length > 0);
      if (wrong.length > 0) {
        const fixed = await makeAgain(parts, wrong);
        await keep({ ...seen, found: seen.found + wrong.length, fixed: seen.fixed + fixed }, true);
      }
      return undefined;
    }

    strays ??= straysIn(sink, catalog.db);
    const { value: found = [], done } = await strays.next();
    let removed = 0;
    for (const path of found) {
      if (!(await sink.remove(path))) continue;
      tell({ path, file: path, what: 'belonged to nothing, and was removed' });
      removed += 1;
    }
    const { files, startedAt: since } = begun;
    const seen = { files, found: begun.found + removed, fixed: begun.fixed + removed };
    if (!done) await keep({ ...begun, ...seen });
    else {
      strays = undefined;
      await keep({ ...noScrub, last: { ...seen, startedAt: since, endedAt: now() } }, true);
    }
    return done ? seen : undefined;
  };
}

function withinBounds(entries: readonly Entry[]): Entry[] {
  let bytes = 0;
  return entries.filter(({ size }, index) => {
    bytes += size;
    return index === 0 || bytes <= bytesAtOnce;
  });
}

/** How many of them are as they should be afterwards. An asset of an earlier build can't be made again, and goes. */
async function makeAgain(parts: SnapshotParts, wrong: readonly Entry[]): Promise<number> {
  const { catalog, sink, assets } = parts;
  const progress = await readProgress(catalog.db);
  if (!progress) return 0;
  const isThorough = () => true;
  const current = new Map([...assets].filter(([path]) => wrong.some((entry) => `/${entry.path}` === path)));
  await putAssets({ ...parts, looking: { ...parts.looking, isThorough } }, current);
  const old = wrong.filter(({ kind, path }) => kind === 'asset' && !assets.has(`/${path}`)).map(({ path }) => path);
  for (const path of old) await removeContent(sink, path);
  await sink.sync();
  await catalog.write((db) => forgetEntries(db, old));
  const unfinished = wrong.filter(({ kind }) => kind !== 'asset').map(({ path }) => path);
  if (unfinished.length > 0) await applyChanges(parts, progress, { unfinished });
  const made = await entriesOf(
    catalog.db,
    wrong.map(({ path }) => path),
  );
  const faults = await Promise.all([...made.values()].map((entry) => faultsOf(sink, entry)));
  return wrong.length - faults.filter((found) => found.length > 0).length;
}
