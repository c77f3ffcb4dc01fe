import { invitationsOf } from '../../store/people/invitations.ts';
import type { Loader } from '../reading.ts';

export const listInvitations: Loader<'listInvitations'> = async ({ view: { db, caller }, now }) => {
  return { invitations: await invitationsOf(db, caller.profileId, now()) };
};
