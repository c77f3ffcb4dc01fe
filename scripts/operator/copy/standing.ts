/** Where a copy stands, for who looks at it while it is kept in step. */
import { readFollowed } from '../../../mirror/followers/state.ts';
import { readClock } from '../../../mirror/snapshot/catalog/revisions.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';

/** Undefined while a pass is taken in. */
export async function standing(db: Db): Promise<string | undefined> {
  const [clock, { cursor, pass }] = [await readClock(db), await readFollowed(db)];
  return clock?.isOpen ? undefined : JSON.stringify([clock?.settled, cursor, pass]);
}

export const neverAtRest =
  'Run doctor again at a quieter time. If nothing keeps this copy in step, or a pass was cut short, start it first.';
