import { ApiError } from '../../contract/errors.ts';
import { withdraw, withdrawAllBy } from '../../store/people/invitations.ts';
import { profileByHandle } from '../../store/people/people.ts';
import { removeMember, roleIn } from '../../store/people/teams.ts';
import { actOf, type Writer } from '../writing.ts';

/**
 * Owners remove anyone, and withdraw invitations; everybody may leave, the last owner too. What a removed owner offered
 * to others falls with them; what one who leaves offered stands, so that a team can be handed over.
 */
export const removeTeamMember: Writer<'removeTeamMember'> = (writing, { handle, member }) => {
  const { engine, caller } = writing;
  return engine.write(async (db, team) => {
    const person = await profileByHandle(db, member);
    const leaves = person?.id === caller.profileId;
    if (person && (await roleIn(db, team.id, person.id))) {
      if (!leaves) await withdrawAllBy(db, team.id, person.id, actOf(writing));
      await removeMember(db, team, person, actOf(writing));
    } else if (!person || leaves || !(await withdraw(db, team.id, person.id, actOf(writing)))) {
      throw new ApiError('profile_not_found', `"${member}" is not in the team "${handle}".`);
    }
    return { status: 200, record: { handle, member, removed: true } };
  });
};
