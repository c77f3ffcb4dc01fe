/**
 * Changes to a profile. Its handle, its name and whether it is shown stand in the records of many others, so they
 * change here alone, together with what follows: its neighbours' counts, and the notes for the snapshot.
 */

import type { Db } from '../engine/engine.ts';
import { noteChange, noteChanges, noteLibrary } from '../events/changes.ts';
import { settleEvents } from '../events/events.ts';
import type { ProfileRow } from '../schema/tables.ts';
import { indexedText } from '../search/text.ts';
import { shardOf } from '../skills/sitemap.ts';
import { isShown } from '../view.ts';
import { countForNeighbours } from './follows.ts';
import { settleOwners } from './ownership.ts';

export type ProfileChange = Partial<
  Pick<ProfileRow, 'handle' | 'display_name' | 'bio' | 'avatar_url' | 'moderation_status'>
>;

/**
 * Handles are given and taken back in handles.ts, which keeps the list of those that are spent. A change to what the
 * profile says already is none.
 */
export async function changeProfile(db: Db, profileId: number, change: ProfileChange): Promise<ProfileRow> {
  const before = await db.selectFrom('profiles').selectAll().where('id', '=', profileId).executeTakeFirstOrThrow();
  const fields = Object.keys(change) as (keyof ProfileChange)[];
  if (fields.every((field) => change[field] === before[field])) return before;
  const wasShown = await isShown(db, profileId);
  const { handle, display_name, bio } = { ...before, ...change };
  const after = await db
    .updateTable('profiles')
    .set({
      ...change,
      shard: handle === null ? '' : shardOf(handle),
      ...indexedText(handle === null ? [display_name] : [handle, display_name], bio),
    })
    .where('id', '=', profileId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const nowShown = await isShown(db, profileId);
  if (nowShown !== wasShown) {
    await countForNeighbours(db, profileId, nowShown ? 1 : -1);
    const shown = nowShown ? 1 : 0;
    await db.updateTable('skills').set({ owner_shown: shown }).where('owner_id', '=', profileId).execute();
    await db.updateTable('library').set({ shown }).where('profile_id', '=', profileId).execute();
    await settleEvents(db, { actor_id: profileId });
  }
  await noteChange(db, 'profile', profileId);
  if ((handle === null) !== (before.handle === null)) await noteLibrary(db, profileId);
  await settleOwners(db, { owner: profileId });
  if (nowShown !== wasShown || handle !== before.handle) await noteWhatItNames(db, profileId);
  return after;
}

/** What stands under a profile's handle, or names it: its skills, its kits, and the skills it runs. */
async function noteWhatItNames(db: Db, profileId: number): Promise<void> {
  const owned = db.selectFrom('skills').select('id').where('owner_id', '=', profileId);
  const run = db.selectFrom('library').select('skill_id as id').where('profile_id', '=', profileId);
  await noteChanges(db, 'skill', owned.union(run));
  await noteChanges(db, 'kit', db.selectFrom('kits').select('id').where('owner_id', '=', profileId));
}
