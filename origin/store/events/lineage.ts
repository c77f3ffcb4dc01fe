/**
 * How a follower of the store knows that it still follows the same one. A store that is restored from a backup, or fails
 * over to an older copy, counts from an earlier number, and may have come past the old one by other ways since. No event
 * changes, and what comes after a restore comes later: so an event by its number and its second proves all that was before.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../engine/engine.ts';
import { newestChange } from './changes.ts';

export interface Position {
  /** The newest change, and the newest event, that the follower has taken in; 0 before the first. */
  seq: number;
  event: number;
  /** What that event is known by, which tells nothing of what it says; empty before the first. */
  mark: string;
}

/** The newest there is, in one consistent view of the store. `now`: Unix seconds. */
export async function positionOf(db: Db, now: number): Promise<Position> {
  const newest = await db
    .selectFrom('events')
    .select(['id', 'created_at'])
    .where((e) => e.or([e('lasting', '=', 1), e('created_at', '>', now - keptForSure)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { seq: await newestChange(db), event: newest?.id ?? 0, mark: newest ? markOf(newest) : '' };
}

/** Seconds for which every event stays: half of what compaction leaves to those that don't last. */
const keptForSure = 45 * 24 * 60 * 60;

/** Whether the store does not lead on from this position. A follower that was away for `keptForSure` may not know either. */
export async function hasGoneBack(db: Db, { seq, event, mark }: Position): Promise<boolean> {
  if ((await newestChange(db)) < seq) return true;
  if (event === 0) return false;
  const known = await db.selectFrom('events').select(['id', 'created_at']).where('id', '=', event).executeTakeFirst();
  return known === undefined || markOf(known) !== mark;
}

const markOf = ({ id, created_at }: { id: number; created_at: number }): string =>
  createHash('sha256').update(`${id} ${created_at}`).digest('hex').slice(0, 32);
