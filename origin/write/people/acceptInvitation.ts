import { ApiError } from '../../contract/errors.ts';
import { membershipOf } from '../../store/people/accounts.ts';
import { invitationTo } from '../../store/people/invitations.ts';
import { profileByHandle, profileById } from '../../store/people/people.ts';
import { putMember, roleIn } from '../../store/people/teams.ts';
import { actOf, type Writer } from '../writing.ts';

/** Who has the role already has it: an answer that was lost can be asked for again. */
export const acceptInvitation: Writer<'acceptInvitation'> = (writing, { team: handle }, { json }) =>
  writing.engine.write(async (db) => {
    const { profileId } = writing.caller;
    const team = await profileByHandle(db, handle);
    const offered = await invitationTo(db, profileId, handle, writing.now());
    if (!team || (!offered && (await roleIn(db, team.id, profileId)) !== json.role))
      throw new ApiError('not_found', `You have no open invitation to "${handle}".`);
    if (offered && offered.role !== json.role)
      throw new ApiError('conflict', `"${handle}" now invites you as ${offered.role}. Check the invitation again.`, {
        role: offered.role,
      });
    if (offered) await putMember(db, team, await profileById(db, profileId), offered.role, actOf(writing));
    return { status: 200, record: membershipOf(await profileById(db, team.id), json.role) };
  });
