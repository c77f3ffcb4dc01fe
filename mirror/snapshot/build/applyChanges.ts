/** Takes in what changed in the store since the catalog last followed it: work in proportion to the change. */
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { together } from '../../../origin/store/engine/together.ts';
import { type Change, changesAfter } from '../../../origin/store/events/changes.ts';
import { hasGoneBack, positionOf } from '../../../origin/store/events/lineage.ts';
import { type Address, addressOf, fileOf } from '../address/address.ts';
import { affected, logAddresses } from '../address/affected.ts';
import type { Footprint } from '../address/footprint.ts';
import { footprintsOf } from '../address/footprints.ts';
import { isContent } from '../address/phases.ts';
import { purgedBy } from '../address/tags.ts';
import { project } from '../catalog/catalog.ts';
import { projectLog } from '../catalog/log.ts';
import { type Progress, writePosition } from '../catalog/progress.ts';
import { listPurges } from '../catalog/purges.ts';
import { noteRows, openStep, settleStep } from '../catalog/revisions.ts';
import { type Entry, removeContent } from '../files/content.ts';
import { entriesOf, forgetEntries, recordEntries } from '../files/manifest.ts';
import { recordOwed } from '../files/owed.ts';
import { isAddition } from './lists.ts';
import { type Counts, readingOf, type SnapshotParts } from './parts.ts';
import { refresh } from './refresh.ts';

interface Extras {
  /** More files to look at, of an unfinished step: with their bytes, since the manifest may not know what became of them. */
  unfinished?: readonly string[];
  /** More files to look at. */
  due?: readonly string[];
  /** More entities to project. Of those new to the catalog the files are left to the caller. */
  again?: readonly Change[];
}

/**
 * Brings the catalog and every file that may differ up to the store's newest change. The catalog shows a version only
 * once its content is in place; a file is taken away only once nothing leads to it. The manifest follows: for as long as it
 * may be wrong, the journal says of which files. Where the manifest is what is served, all of it shows with one commit.
 */
export async function applyChanges(given: SnapshotParts, progress: Progress, extras: Extras = {}): Promise<Counts> {
  try {
    return await takeIn(given, progress, extras);
  } catch (error) {
    given.lists?.forget();
    throw error;
  }
}

function takeIn(given: SnapshotParts, progress: Progress, extras: Extras): Promise<Counts> {
  const parts = lookingAt(given, extras.unfinished);
  const { store, catalog, journal, sink, lists } = parts;
  return store.read(async (storeDb) => {
    const reading = readingOf(parts, { ...store, db: storeDb });
    const step = await catalog.write(async (db) => {
      const { ofLog, others, mayWait } = await projectChanges(parts, storeDb, db, progress, extras);
      if (!sink.isByManifest) await journal.write(once([...ofLog, ...others]).map(fileOf));
      const addresses = once([...ofLog, ...(lists?.leave(others, mayWait) ?? others)]);
      const fromHere = { ...reading, view: { ...reading.view, db } };
      if (sink.isByManifest) {
        const { entries, gone, ...counts } = await refresh(fromHere, parts, db, addresses);
        await together([
          recordEntries(db, entries),
          recordOwed(db, lists?.owed() ?? []),
          purge(parts, db, entries, gone),
        ]);
        return { done: { ...counts, removed: await forgetEntries(db, gone) } };
      }
      await openStep(db);
      const content = await refresh(fromHere, parts, db, addresses.filter(isContent));
      await recordEntries(db, content.entries);
      return { content, rest: addresses.filter((address) => !isContent(address)), done: undefined };
    });
    if (step.done) return step.done;
    const { content, rest } = step;
    const records = await refresh(reading, parts, catalog.db, rest);
    const gone = [...records.gone, ...content.gone];
    let removed = 0;
    for (const file of gone) if (await removeContent(sink, file)) removed += 1;
    // Later than a reader sees them: until then the journal has a builder look at them again.
    await sink.sync();
    await catalog.write(async (db) => {
      await recordEntries(db, records.entries);
      // Of an unfinished step it isn't known what it altered.
      await purge(parts, db, [...content.entries, ...records.entries], gone, extras.unfinished);
      await forgetEntries(db, gone);
      await settleStep(db);
    });
    if (!lists?.owed().length) await journal.clear();
    return {
      written: content.written + records.written,
      unchanged: content.unchanged + records.unchanged,
      removed,
    };
  });
}

/** Lists what caches are to drop, in the transaction after which it shows, and before the entries of what is gone are. */
async function purge(
  { caches = [] }: SnapshotParts,
  db: Db,
  entries: readonly Entry[],
  gone: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  if (caches.length === 0) return;
  const named = [...entries.map(({ path }) => path), ...gone, ...others].map(addressOf);
  const tags = purgedBy(named.filter((address) => address !== undefined));
  await listPurges(db, caches, tags, { isTakedown: (await entriesOf(db, gone)).size > 0 });
}

function lookingAt(parts: SnapshotParts, unfinished: readonly string[] = []): SnapshotParts {
  if (unfinished.length === 0) return parts;
  const { looking } = parts;
  const files = new Set(unfinished);
  return {
    ...parts,
    looking: { ...looking, isThorough: (path) => files.has(path) || (looking?.isThorough(path) ?? false) },
  };
}

interface Projected {
  /** What the log says of itself goes with what it is about: a restored store is held against what was published. */
  ofLog: Address[];
  others: Address[];
  /** Whether lists among them may. */
  mayWait: boolean;
}

/** The addresses that the changes after `progress` may alter, with the catalog brought up to date. */
async function projectChanges(
  { store, lists, now }: SnapshotParts,
  storeDb: Db,
  catalog: Db,
  progress: Progress,
  { unfinished = [], due = [], again = [] }: Extras,
): Promise<Projected> {
  // A connection that was lost may have come back to an older copy.
  if (await hasGoneBack(storeDb, progress)) throw new Error('The store went back while it was followed.');
  const position = await positionOf(storeDb, now());
  const fresh = await changesAfter(storeDb, progress.seq);
  const changes = [...fresh, ...again];
  /** What is only projected again, and is new to the catalog, alters nothing here. */
  const counts = (index: number) => index < fresh.length || before[index] !== undefined;
  let before: (Footprint | undefined)[] = [];
  const projected = async () => {
    before = await footprintsOf(catalog, changes);
    await project(store, storeDb, catalog, changes);
    const after = await footprintsOf(catalog, changes);
    return after.map((footprint, index) => (counts(index) ? footprint : undefined));
  };
  const [after, , logged] = await together([
    projected(),
    writePosition(catalog, { ...progress, ...position }),
    projectLog(storeDb, catalog),
  ]);
  // Of what nobody was ever shown there is nothing to tell.
  const shown = changes.filter(
    ({ kind }, index) =>
      index >= fresh.length || before[index] || after[index] || kind === 'moderation' || kind === 'counter',
  );
  await noteRows(catalog, [...shown.map(({ kind, entityId }) => ({ kind, id: entityId })), ...logged]);
  const transitions = changes
    .map(({ kind }, index) => ({ kind, before: before[index], after: after[index] }))
    .filter(({ before, after }, index) => counts(index) && (index < fresh.length || !isDeepStrictEqual(before, after)));
  const mayWait = unfinished.length + due.length === 0 && transitions.every(isAddition);
  const known = [...unfinished, ...due, ...(lists?.due() ?? [])]
    .map(addressOf)
    .filter((address) => address !== undefined);
  return { ofLog: logAddresses(logged), others: once([...known, ...affected(transitions)]), mayWait };
}

const once = (addresses: readonly Address[]): Address[] => [
  ...new Map(addresses.map((address) => [fileOf(address), address])).values(),
];
