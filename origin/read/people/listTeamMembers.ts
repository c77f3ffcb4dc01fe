import { ApiError } from '../../contract/errors.ts';
import { invitationsBy } from '../../store/people/invitations.ts';
import { actingIn, roleIn, teamMembers } from '../../store/people/teams.ts';
import type { Loader } from '../reading.ts';

export const listTeamMembers: Loader<'listTeamMembers'> = async ({ view: { db, caller }, now }, { handle }) => {
  if (!caller) throw new ApiError('unauthorized');
  const team = await actingIn(db, caller.profileId, handle, 'see');
  const members = await teamMembers(db, team.id);
  if ((await roleIn(db, team.id, caller.profileId)) !== 'owner') return { members };
  return { members, invitations: await invitationsBy(db, team.id, now()) };
};
