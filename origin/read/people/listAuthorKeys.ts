import { ApiError } from '../../contract/errors.ts';
import { asSettled, keyRecord, keysOf } from '../../store/people/keys.ts';
import { actingAs } from '../../store/people/teams.ts';
import type { Loader } from '../reading.ts';

/** Newest first; for a team, to all of its members. A key whose time has come is shown as bound. */
export const listAuthorKeys: Loader<'listAuthorKeys'> = async ({ view, now }, { author }) => {
  if (!view.caller) throw new ApiError('unauthorized');
  const profile = await actingAs(view.db, view.caller.profileId, author, 'see');
  const keys = asSettled(await keysOf(view.db, profile.id), now());
  return { keys: keys.map((key) => keyRecord(author, key)) };
};
