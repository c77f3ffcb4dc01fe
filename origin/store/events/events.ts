/** Public events: each is told once, and shown for as long as everyone sees what it tells of. */
import { sql } from 'kysely';
import type { Db } from '../engine/engine.ts';
import type { ActivityRow } from '../schema/tables.ts';
import { publicEvent } from '../view.ts';

/** Who did it, and what it is about. */
type Event = Pick<ActivityRow, 'kind' | 'actor_id'> & Partial<Subject>;
type Subject = Pick<ActivityRow, 'skill_id' | 'version_id' | 'kit_id'>;

/** Puts an event into the activity that is not in it. */
export async function announce(db: Db, event: Event, now: number): Promise<void> {
  const told = db
    .selectFrom('activity')
    .select('id')
    .where((e) => e.and(event));
  if (await told.executeTakeFirst()) return;
  await db
    .insertInto('activity')
    .values({ skill_id: null, version_id: null, kit_id: null, ...event, created_at: now })
    .execute();
  await settleEvents(db, event);
}

/** Shows or hides the events of these, after a change to who sees them. */
export async function settleEvents(db: Db, events: Partial<Event>): Promise<void> {
  await db
    .updateTable('activity')
    .set({ shown: sql<0 | 1>`case when ${publicEvent} then 1 else 0 end` })
    .where((e) => e.and(events))
    .execute();
}
