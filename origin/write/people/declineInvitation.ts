import { ApiError } from '../../contract/errors.ts';
import { decline, invitationTo } from '../../store/people/invitations.ts';
import type { Writer } from '../writing.ts';

export const declineInvitation: Writer<'declineInvitation'> = ({ engine, caller, now }, { team }) =>
  engine.write(async (db) => {
    const offered = await invitationTo(db, caller.profileId, team, now());
    if (!offered) throw new ApiError('not_found', `You have no open invitation to "${team}".`);
    await decline(db, offered.team_id, caller.profileId, now());
    return { status: 200, record: { team, declined: true } };
  });
