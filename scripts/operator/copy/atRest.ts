/** A pass may be taken in while a copy is looked at: until its end rows are new and files are old, and nothing is wrong. */
import { setTimeout as wait } from 'node:timers/promises';
import { readFollowed } from '../../../mirror/followers/state.ts';
import { readClock } from '../../../mirror/snapshot/catalog/revisions.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';

/** How often what differs is looked at again, and milliseconds before each but the first. */
const tries = 6;
const pause = 500;

/** What a pass under way leaves unsaid. */
export const keptChanging = {
  what: 'some of it differed, and could not be compared: passes kept changing it, or one was not ended',
  remedy: 'Run doctor again at a quieter time. If nothing keeps this copy in step, start it first.',
};

/**
 * What `again` still finds of what was `found`, where nothing was taken in while it looked; undefined where that never was so.
 * What is not found again is not looked for again.
 */
export async function stillThere<Fault>(
  db: Db,
  found: readonly Fault[],
  again: (found: readonly Fault[]) => Promise<readonly Fault[]>,
): Promise<readonly Fault[] | undefined> {
  let still = found;
  for (let time = 0; time < tries && still.length > 0; time += 1) {
    if (time > 0) await wait(pause);
    const before = await standing(db);
    still = await again(still);
    if (before !== undefined && before === (await standing(db))) return still;
  }
  return still.length > 0 ? undefined : [];
}

/** Undefined while a pass is taken in. */
async function standing(db: Db): Promise<string | undefined> {
  const [clock, { cursor, pass }] = [await readClock(db), await readFollowed(db)];
  return clock?.isOpen ? undefined : JSON.stringify([clock?.settled, cursor, pass]);
}
