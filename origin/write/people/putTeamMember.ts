import { ApiError } from '../../contract/errors.ts';
import type { Db } from '../../store/engine/engine.ts';
import { invite, withdrawAllBy } from '../../store/people/invitations.ts';
import { profileByHandle } from '../../store/people/people.ts';
import { putMember, roleIn } from '../../store/people/teams.ts';
import type { ProfileRow } from '../../store/schema/tables.ts';
import { isShown } from '../../store/view.ts';
import { actOf, type Writer } from '../writing.ts';

/**
 * Who is not in the team, or is to own it, has to accept first: nobody is named as what they did not agree to. Any other
 * role of a member changes at once. The same again changes nothing. Errors: `conflict`, as `invite`.
 */
export const putTeamMember: Writer<'putTeamMember'> = (writing, { member }, { json }) => {
  const { engine, caller, now } = writing;
  return engine.write(async (db, team) => {
    const person = await personFor(db, team, member);
    const role = await roleIn(db, team.id, person.id);
    const isAgreed = role === 'owner' || (role !== undefined && json.role !== 'owner');
    if (!isAgreed) {
      const offer = { team, member: person, role: json.role, by: caller.profileId };
      return { status: 200, record: await invite(db, offer, now()) };
    }
    if (role === 'owner' && json.role !== 'owner' && person.id !== caller.profileId)
      await withdrawAllBy(db, team.id, person.id, actOf(writing));
    return { status: 200, record: await putMember(db, team, person, json.role, actOf(writing)) };
  });
};

/** Someone who is in the team already, or whom everyone can see. Errors: `profile_not_found`. */
async function personFor(db: Db, team: ProfileRow, handle: string): Promise<ProfileRow> {
  const person = await profileByHandle(db, handle);
  const isKnown = person && ((await isShown(db, person.id)) || (await roleIn(db, team.id, person.id)));
  if (!person || !isKnown) throw new ApiError('profile_not_found', `Nobody has the handle "${handle}".`);
  if (person.kind === 'team')
    throw new ApiError('profile_not_found', `"${handle}" is a team. Only people can join a team.`);
  return person;
}
