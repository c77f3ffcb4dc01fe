/** A pass may be taken in while a copy is looked at: until its end rows are new and files are old, and nothing is wrong. */
import { setTimeout as wait } from 'node:timers/promises';
import { readFollowed } from '../../../mirror/followers/state.ts';
import { readClock } from '../../../mirror/snapshot/catalog/revisions.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import type { Problem } from '../doctor/check.ts';

/** How often what differs is looked at again, and milliseconds before each but the first. */
const tries = 6;
const pause = 500;

/**
 * What `again` still finds of what was `found`, in words, where nothing was taken in while it looked. Where that never was so,
 * one problem that names what differed each time: it may be damaged, or about to be replaced.
 */
export async function problemsAtRest<Fault>(
  db: Db,
  found: readonly Fault[],
  again: (found: readonly Fault[]) => Promise<readonly Fault[]>,
  problemOf: (fault: Fault) => Problem,
  nameOf: (fault: Fault) => string,
): Promise<Problem[]> {
  let still = found;
  for (let time = 0; time < tries && still.length > 0; time += 1) {
    if (time > 0) await wait(pause);
    const before = await standing(db);
    still = await again(still);
    if (before !== undefined && before === (await standing(db))) return still.map(problemOf);
  }
  return still.length === 0 ? [] : [keptChanging([...new Set(still.map(nameOf))])];
}

/** How many are named. */
const shown = 3;

const keptChanging = (names: readonly string[]): Problem => ({
  what: `${names.slice(0, shown).join(', ')}${names.length > shown ? ` and ${names.length - shown} more` : ''} differed each time, but could not be compared: passes kept changing this copy, or one was not ended`,
  remedy: 'Run doctor again at a quieter time. If nothing keeps this copy in step, start it first.',
});

/** Undefined while a pass is taken in. */
async function standing(db: Db): Promise<string | undefined> {
  const [clock, { cursor, pass }] = [await readClock(db), await readFollowed(db)];
  return clock?.isOpen ? undefined : JSON.stringify([clock?.settled, cursor, pass]);
}
