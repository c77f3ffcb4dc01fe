import { ApiError } from '../contract/errors.ts';
import { actingIn, teamMembers } from '../store/teams.ts';
import type { Loader } from './reading.ts';

export const listTeamMembers: Loader<'listTeamMembers'> = async ({ view: { db, caller } }, { handle }) => {
  if (!caller) throw new ApiError('unauthorized');
  const team = await actingIn(db, caller.profileId, handle, 'see');
  return { members: await teamMembers(db, team.id) };
};
