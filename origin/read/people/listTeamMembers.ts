import { invitationsBy } from '../../store/people/invitations.ts';
import { roleIn, teamMembers } from '../../store/people/teams.ts';
import type { Loader } from '../reading.ts';

export const listTeamMembers: Loader<'listTeamMembers'> = async ({ view, subject: team, now }) => {
  const { db, caller } = view;
  const members = await teamMembers(db, team.id);
  if ((await roleIn(db, team.id, caller.profileId)) !== 'owner') return { members };
  return { members, invitations: await invitationsBy(db, team.id, now()) };
};
