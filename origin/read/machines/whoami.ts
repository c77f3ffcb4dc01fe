import { profileById } from '../../store/people/people.ts';
import type { Loader } from '../reading.ts';

export const whoami: Loader<'whoami'> = async ({ view }) => {
  const { caller, db } = view;
  if (!caller) return { authenticated: false };
  const profile = await profileById(db, caller.profileId);
  return {
    authenticated: true,
    handle: profile.handle ?? '',
    user_id: String(caller.profileId),
    token_class: caller.tokenClass,
    scopes: [...caller.scopes],
  };
};
