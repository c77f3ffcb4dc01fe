import { profileById } from '../../store/people/people.ts';
import type { Loader } from '../reading.ts';

export const clawhubUser: Loader<'clawhubUser'> = async ({ view }) => {
  const { handle, display_name } = await profileById(view.db, view.caller.profileId);
  return { user: { handle, displayName: display_name || null } };
};
