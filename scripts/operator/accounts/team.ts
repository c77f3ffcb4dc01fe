import { ApiError } from '../../../origin/contract/errors.ts';
import { pages } from '../../../origin/contract/pages.ts';
import { invite } from '../../../origin/store/people/invitations.ts';
import { hasOwner } from '../../../origin/store/people/ownership.ts';
import { profileByHandle } from '../../../origin/store/people/people.ts';
import { teamByHandle } from '../../../origin/store/people/teams.ts';
import { isShown } from '../../../origin/store/view.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

/**
 * Offers a team that has no owner who can act to a person, who owns it once they accept.
 * Errors: `profile_not_found`, `conflict` where it has an owner, or as `invite`.
 */
export async function giveTeam(
  { engine, now, settings }: OperatorContext,
  handle: string,
  to: string,
): Promise<Outcome> {
  const invitation = await engine.write(async (db) => {
    const team = await teamByHandle(db, handle);
    const person = await profileByHandle(db, to);
    if (person?.kind !== 'user' || !(await isShown(db, person.id)))
      throw new ApiError('profile_not_found', `There is no person "${to}".`);
    if (await hasOwner(db, team.id)) throw new ApiError('conflict', `"${handle}" has an owner. Ask the owner.`);
    return invite(db, { team, member: person, role: 'owner', by: null }, now());
  });
  const until = new Date(invitation.expires_at * 1000).toISOString().slice(0, 10);
  const where = settings.site.mirrorUrl + pages.settingsTeamsPage.path;
  return {
    text: `Invited ${to} to own ${handle}. They accept at ${where}, until ${until}.`,
    json: invitation,
  };
}
