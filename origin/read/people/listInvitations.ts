import { ApiError } from '../../contract/errors.ts';
import { invitationsOf } from '../../store/people/invitations.ts';
import type { Loader } from '../reading.ts';

export const listInvitations: Loader<'listInvitations'> = async ({ view: { db, caller }, now }) => {
  if (!caller) throw new ApiError('unauthorized');
  return { invitations: await invitationsOf(db, caller.profileId, now()) };
};
