import { teamsOf } from '../../store/people/accounts.ts';
import type { Loader } from '../reading.ts';

export const listOwnTeams: Loader<'listOwnTeams'> = async ({ view }) => {
  return { teams: await teamsOf(view, view.caller.profileId) };
};
