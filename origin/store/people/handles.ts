/** Handles: each is for one profile alone, which may give it up and take it back (CONTRACT.md, Identifiers). */
import { ApiError } from '../../contract/errors.ts';
import { checkHandle, skeletonOf } from '../../contract/grammar/names.ts';
import type { Db } from '../engine/engine.ts';
import type { Act } from '../events/event.ts';
import { record } from '../events/record.ts';
import { renameTargets } from '../moderation/targetNames.ts';
import type { ProfileRow } from '../schema/tables.ts';
import { changeProfile } from './profiles.ts';

/**
 * Gives a profile this handle, instead of the one it may hold, which rests then. Its name is the handle until it has
 * another. Errors: `handle_invalid`, `handle_taken` (also for look-alikes, and for what others gave up).
 */
export async function takeHandle(db: Db, profileId: number, handle: string, act: Act): Promise<ProfileRow> {
  checkHandle(handle);
  const isBack = await rests(db, profileId, handle);
  const taken = await claimedLike(db, handle);
  if (taken !== undefined && !isBack) {
    const why = taken === handle ? 'it is taken' : `it looks like "${taken}"`;
    throw new ApiError('handle_taken', `"${handle}" can’t be claimed: ${why}.`);
  }
  await layDown(db, profileId, act.now);
  if (isBack) await db.updateTable('handles').set({ released_at: null }).where('handle', '=', handle).execute();
  else await addHandle(db, profileId, handle, act.now);
  const { handle: from, chosenName } = await namesOf(db, profileId);
  const { profile } = await changeProfile(db, profileId, { handle, display_name: chosenName || handle });
  await renameTargets(db, profileId, handle);
  const said = { profile: profileId, handle };
  await record(
    db,
    from === null ? { kind: 'handle.claimed', ...said } : { kind: 'handle.renamed', ...said, from },
    act,
  );
  return profile;
}

/**
 * Takes a profile's handle away: nobody else is ever given it, nor a look-alike. Nobody is shown the profile, nor what is
 * its own, until it takes this handle or another; then all is there again, since rows hang on ids.
 */
export async function releaseHandle(db: Db, profileId: number, act: Act): Promise<void> {
  await layDown(db, profileId, act.now);
  const { handle, chosenName } = await namesOf(db, profileId);
  await changeProfile(db, profileId, { handle: null, display_name: chosenName });
  await record(db, { kind: 'handle.released', profile: profileId, handle: handle ?? '' }, act);
}

/** The handle, held or given up, that this one is or looks like; undefined where it is free. */
export async function claimedLike(db: Db, handle: string): Promise<string | undefined> {
  const claimed = db.selectFrom('handles').select('handle').where('skeleton', '=', skeletonOf(handle));
  return (await claimed.executeTakeFirst())?.handle;
}

/** Whether a profile held this handle and gave it up. */
export async function rests(db: Db, profileId: number, handle: string): Promise<boolean> {
  const given = db
    .selectFrom('handles')
    .select('handle')
    .where('handle', '=', handle)
    .where('profile_id', '=', profileId);
  return (await given.where('released_at', 'is not', null).executeTakeFirst()) !== undefined;
}

/** The team that held this handle and ended. */
export const endedTeam = (db: Db, handle: string): Promise<ProfileRow | undefined> =>
  db
    .selectFrom('handles')
    .innerJoin('profiles', 'profiles.id', 'handles.profile_id')
    .selectAll('profiles')
    .where('handles.handle', '=', handle)
    .where('profiles.handle', 'is', null)
    .where('kind', '=', 'team')
    .executeTakeFirst();

const addHandle = (db: Db, profileId: number, handle: string, now: number) =>
  db
    .insertInto('handles')
    .values({ handle, skeleton: skeletonOf(handle), profile_id: profileId, claimed_at: now, released_at: null })
    .execute();

async function layDown(db: Db, profileId: number, now: number): Promise<void> {
  await db
    .updateTable('handles')
    .set({ released_at: now })
    .where('profile_id', '=', profileId)
    .where('released_at', 'is', null)
    .execute();
}

/** A profile's handle, and its name but for one that is only that again: a handle that was given up is shown nowhere. */
async function namesOf(db: Db, profileId: number): Promise<{ handle: string | null; chosenName: string }> {
  const { handle, display_name } = await db
    .selectFrom('profiles')
    .select(['handle', 'display_name'])
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow();
  return { handle, chosenName: display_name === handle ? '' : display_name };
}
