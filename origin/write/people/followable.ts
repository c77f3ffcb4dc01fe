import { ApiError } from '../../contract/errors.ts';
import { foundProfile } from '../../read/found.ts';
import { profileById } from '../../store/people/people.ts';
import type { ProfileRow } from '../../store/schema/tables.ts';
import type { View } from '../../store/view.ts';

/** Whom `profileId` may follow under this handle. Errors: `profile_not_found`, `forbidden`. */
export async function followable(view: View, profileId: number, handle: string): Promise<ProfileRow> {
  const follower = await profileById(view.db, profileId);
  if (follower.handle === handle) throw new ApiError('forbidden', 'You can’t follow yourself.');
  return foundProfile(view, handle);
}

/** How a profile is followed, once the caller follows it or no longer does. */
export async function followingOf({ db }: View, { id, handle }: ProfileRow, following: boolean) {
  const { follower_count } = await profileById(db, id);
  return { handle: handle ?? '', following, followers: follower_count };
}
