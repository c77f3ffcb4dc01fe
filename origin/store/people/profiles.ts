/**
 * Changes to a profile. Its handle, its name and whether it is shown stand in the records of many others, so they
 * change here alone, together with what follows: its neighbours' counts, and whether its skills and its library count.
 */

import type { Db } from '../engine/engine.ts';
import { type Act, changedFields } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { ProfileRow } from '../schema/tables.ts';
import { indexedText } from '../search/text.ts';
import { shardOf } from '../skills/sitemap.ts';
import { isShown } from '../view.ts';
import { countForNeighbours } from './follows.ts';
import { settleOwners } from './ownership.ts';

export type ProfileChange = Partial<Pick<ProfileRow, 'handle' | 'display_name' | 'bio' | 'moderation_status'>>;

interface Changed {
  profile: ProfileRow;
  /** What says something else now: where nothing does, nothing happened. */
  fields: string[];
  /** Whether everyone sees the profile from now on and did not before, or the other way round. */
  sightChanged: boolean;
}

/** What a profile says of itself. */
export async function describeProfile(
  db: Db,
  profileId: number,
  change: Pick<ProfileChange, 'display_name' | 'bio'>,
  act: Act,
): Promise<ProfileRow> {
  const { profile, fields } = await changeProfile(db, profileId, change);
  if (fields.length > 0) await record(db, { kind: 'profile.changed', profile: profileId, fields }, act);
  return profile;
}

/** For what records why: handles.ts, which keeps the list of those that are spent, and moderation. */
export async function changeProfile(db: Db, profileId: number, change: ProfileChange): Promise<Changed> {
  const before = await db.selectFrom('profiles').selectAll().where('id', '=', profileId).executeTakeFirstOrThrow();
  const fields = changedFields(before, change);
  if (fields.length === 0) return { profile: before, fields, sightChanged: false };
  const wasShown = await isShown(db, profileId);
  const { handle, display_name, bio } = { ...before, ...change };
  const profile = await db
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
  }
  await settleOwners(db, { owner: profileId });
  return { profile, fields, sightChanged: nowShown !== wasShown };
}
