/** Extends the transparency log, before a step takes in what it says. */
import { isAway, isTold } from '../../../origin/store/engine/faults.ts';
import { openCosigning } from '../../../origin/store/log/cosigning.ts';
import { type ExtendLog, extending, isOwing, type Refusal } from '../../../origin/store/log/extend.ts';
import { catchingUp } from '../../../origin/store/log/history.ts';
import { newestCheckpoint } from '../../../origin/store/log/read.ts';
import { hideQueued } from '../catalog/log.ts';
import type { SnapshotParts } from './parts.ts';

interface FollowedLog {
  /** Signs a checkpoint over what happened since the last. What it fails at is told of: takedowns must not wait for it. */
  extend(): Promise<void>;
  /** Whether the catalog may lack some of it. */
  isAhead(): boolean;
  /** To be called once the catalog has it. */
  followed(): void;
}

/** Parts of what waits that are taken in before a step: the rest waits for the next. */
const partsAtOnce = 5;

const refusals: Record<Refusal | 'restored', string> = {
  behind:
    'the store has less of the transparency log than was published, so nothing is signed: restore a newer backup, or begin a new log with `operator log adopt`',
  forked:
    'the store has another transparency log than was published, so nothing is signed: restore the right store, or begin a new log with `operator log adopt`',
  'other key':
    'the transparency log is signed with another key, so nothing is signed: give this builder the same LOG_KEY, or hand over with `operator log rotate`',
  restored:
    'the store was restored, and nothing here says how much of the transparency log was published, so nothing is signed: say that nobody saw more with `operator log resume`, or begin a new log with `operator log adopt`',
};

export function followLog({ store, catalog, signer, hold, witnesses = [], now, alarm }: SnapshotParts): FollowedLog {
  let isAhead = signer !== undefined;
  let told: string | undefined;
  /** Nothing is left to enter that happened before this builder began. */
  let isWhole = false;
  const catchUp = catchingUp(store, now);
  const cosigning = openCosigning(store, witnesses, (what) => alarm(what));
  const tell = (what: string, about: Record<string, unknown> = {}) => {
    if (told === what) return;
    told = what;
    alarm(what, about);
  };
  /** Whether it was found to lead on from what was published. */
  let isLooked = false;
  const extendLog = signer && extending(store, signer);
  const takeIn = async (extendLog: ExtendLog): Promise<keyof typeof refusals | undefined> => {
    const [published, isOwed] = await Promise.all([newestCheckpoint(catalog.db), isOwing(store.db)]);
    const held = isLooked ? undefined : await hold?.read();
    if (held && held.published === undefined) return 'restored';
    // Once in any case: a store that was put back is to be told of before anything is published to it.
    for (let part = 0, isNext = isOwed || !isLooked; part < partsAtOnce && isNext; part += 1) {
      const refused = await extendLog(now(), held?.published ?? published);
      if (refused) return refused;
      if (held) await hold?.lift();
      isLooked = true;
      isAhead ||= isOwed;
      isNext = await isOwing(store.db);
    }
    return undefined;
  };
  return {
    extend: async () => {
      if (!extendLog) return;
      try {
        let refused = await takeIn(extendLog);
        if (!(refused || isWhole)) {
          const entered = await catchUp();
          isWhole = entered === undefined;
          if (entered) refused = await takeIn(extendLog);
        }
        if (refused) {
          await hideQueued(store.db, catalog);
          return tell(refusals[refused]);
        }
        if (witnesses.length > 0 && (await cosigning.next())) isAhead = true;
        told = undefined;
      } catch (error) {
        if (isAway(error)) throw error;
        if (isTold(error)) return;
        await hideQueued(store.db, catalog);
        tell('the transparency log can’t be extended; it is tried again', { what: (error as Error).message });
      }
    },
    isAhead: () => isAhead,
    followed: () => {
      isAhead = false;
    },
  };
}
