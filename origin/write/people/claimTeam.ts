import { ApiError } from '../../contract/errors.ts';
import { membershipOf } from '../../store/people/accounts.ts';
import { hasOwner } from '../../store/people/ownership.ts';
import { profileById } from '../../store/people/people.ts';
import { putMember, roleIn } from '../../store/people/teams.ts';
import { actOf, type Writer } from '../writing.ts';

/**
 * For maintainers, who publish in the team's name already; where there is none, the operator offers the team to somebody
 * (`operator team give`). An owner who comes back is one still. Errors: `conflict` where the team has an owner who can act.
 */
export const claimTeam: Writer<'claimTeam'> = (writing, { handle }) =>
  writing.engine.write(async (db, team) => {
    const { profileId } = writing.caller;
    if ((await roleIn(db, team.id, profileId)) !== 'owner') {
      if (await hasOwner(db, team.id)) throw new ApiError('conflict', `"${handle}" has an owner. Ask the owner.`);
      await putMember(db, team, await profileById(db, profileId), 'owner', actOf(writing), { claims: true });
    }
    return { status: 200, record: membershipOf(await profileById(db, team.id), 'owner') };
  });
