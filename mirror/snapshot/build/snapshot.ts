/** The snapshot: follows the store's changes into the catalog and the files made from it. */
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { DamagedContent } from '../../../origin/store/engine/faults.ts';
import { together } from '../../../origin/store/engine/together.ts';
import { type Noted, newestChange, notedNow } from '../../../origin/store/events/changes.ts';
import { hasGoneBack } from '../../../origin/store/events/lineage.ts';
import { secondsOfDay } from '../../../origin/store/schema/indexing.ts';
import { fileOf } from '../address/address.ts';
import { dailyAddresses } from '../address/affected.ts';
import { isPostgres } from '../catalog/dialect.ts';
import { forgetDisplaced } from '../catalog/forget.ts';
import { createProgress, readProgress, requestFullBuild, writeProgress } from '../catalog/progress.ts';
import { createPurges } from '../catalog/purges.ts';
import { noteRows, pruneGone } from '../catalog/revisions.ts';
import { createScrubState } from '../catalog/scrubState.ts';
import { createManifest } from '../files/manifest.ts';
import { createOwed } from '../files/owed.ts';
import { createWork } from '../pieces/work.ts';
import { applyChanges } from './applyChanges.ts';
import { staleKinds } from './fingerprint.ts';
import { buildAll, type OnProgress } from './full.ts';
import { openLists } from './lists.ts';
import { followLog } from './log.ts';
import type { Counts, SnapshotParts } from './parts.ts';
import { openScrub, type Scrub } from './scrub.ts';

export interface Snapshot {
  /** Takes in every change since the last step; undefined where there was none. A full build if one is due. */
  step(onProgress?: OnProgress): Promise<Counts | undefined>;
  /** Makes everything, replaces each file that differs in any byte, and removes what belongs to nothing. */
  full(onProgress?: OnProgress): Promise<Counts>;
  /** To be called while there is nothing else to do, not beside a step. */
  scrub: Scrub;
  /** Resolves after so many milliseconds, or as soon as something changed since the last step found nothing to do. */
  rest(milliseconds: number): Promise<void>;
}

/** How often to look whether anything changed, in milliseconds: one statement, while a step asks several. */
const lookEvery = 20;

/** One builder at a time may have a snapshot open. */
export async function openSnapshot(given: SnapshotParts): Promise<Snapshot> {
  const lists = given.lists ?? openLists(0);
  const parts = { ...given, lists };
  const { store, catalog, journal, now, fingerprints, alarm, caches = [] } = parts;
  await catalog.write(async (db) => {
    await createProgress(db);
    await createManifest(db);
    await createScrubState(db);
    await createPurges(db, caches);
    if (!isPostgres(db)) return;
    await createWork(db);
    await createOwed(db);
  });
  const today = () => Math.floor(now() / secondsOfDay);
  const build = (onProgress?: OnProgress) => {
    // It looks at all that the journal names.
    lists.forget();
    return buildAll(parts, today(), onProgress);
  };

  /** What an unfinished step was about to touch can't be known any more: so every file is looked at, before that is forgotten. */
  const settleJournal = async () => {
    try {
      await journal.read();
    } catch (error) {
      if (!(error instanceof DamagedContent)) throw error;
      alarm('the journal of the snapshot is damaged; every file is looked at again');
      await catalog.write(requestFullBuild);
      await journal.clear();
    }
  };
  /** What was there when changes that are not settled were taken in, which come up until they are. */
  let taken: Noted | undefined;
  /** What there was when a step last looked. */
  let seen: Noted | undefined;
  const log = followLog(parts);
  const step: Snapshot['step'] = async (onProgress) => {
    await settleJournal();
    const [progress] = await together([readProgress(catalog.db), log.extend()]);
    if (progress && (await hasGoneBack(store.db, progress))) {
      const newest = await newestChange(store.db);
      const what = 'the store went back: it was restored, or is another copy; every file is made again';
      alarm(what, { followedTo: progress.seq, newest });
      await store.read((storeDb) =>
        catalog.write(async (db) => {
          const gone = await forgetDisplaced(storeDb, db);
          await noteRows(
            db,
            gone.map(({ kind, entityId }) => ({ kind, id: entityId })),
          );
          const full = (await readProgress(db))?.full === 3 ? 3 : 2;
          await writeProgress(db, { ...progress, made: {}, full });
        }),
      );
      return build(onProgress);
    }
    if (!progress || progress.full || staleKinds(progress.made, fingerprints).length > 0) return build(onProgress);
    // While lists are owed, it names what is made already as well.
    const unfinished = lists.owed().length > 0 ? [] : await journal.read();
    const due = progress.day === today() ? [] : dailyAddresses.map(fileOf);
    if (due.length > 0) await catalog.write(pruneGone);
    const noted = await notedNow(store.db);
    seen = noted;
    const isTaken = noted.settled === progress.seq && (noted.open === 0 || isDeepStrictEqual(noted, taken));
    const isIdle = unfinished.length + due.length + lists.due().length === 0 && isTaken;
    if (isIdle && !log.isAhead()) return undefined;
    const counts = await applyChanges(parts, { ...progress, day: today() }, { unfinished, due });
    log.followed();
    taken = noted;
    return isIdle && counts.written === 0 ? undefined : counts;
  };
  const full: Snapshot['full'] = async (onProgress) => {
    await settleJournal();
    await catalog.write(requestFullBuild);
    return build(onProgress);
  };
  const rest: Snapshot['rest'] = async (milliseconds) => {
    for (const until = performance.now() + milliseconds; performance.now() < until; ) {
      await wait(Math.min(lookEvery, milliseconds));
      if (seen && !isDeepStrictEqual(await notedNow(store.db), seen)) return;
    }
  };
  return { step, full, scrub: openScrub(parts), rest };
}
