import { ApiError } from '../contract/errors.ts';
import { profileByHandle } from '../store/people.ts';
import { actingIn, removeMember, roleIn, teamByHandle } from '../store/teams.ts';
import type { Writer } from './writing.ts';

/** Owners remove anyone; everybody may leave. Errors: `conflict` where it would leave the team without an owner. */
export const removeTeamMember: Writer<'removeTeamMember'> = ({ engine, caller }, { handle, member }) =>
  engine.write(async (db) => {
    const team = await teamByHandle(db, handle);
    const person = await profileByHandle(db, member);
    if (person?.id !== caller.profileId) await actingIn(db, caller.profileId, handle, 'manage');
    if (!person || !(await roleIn(db, team.id, person.id))) {
      throw new ApiError('profile_not_found', `"${member}" is not in the team "${handle}".`);
    }
    await removeMember(db, team, person);
    return { status: 200, record: { handle, member, removed: true } };
  });
