import { ApiError } from '../../../origin/contract/errors.ts';
import { createProfile, profileByHandle } from '../../../origin/store/people/people.ts';
import { putMember } from '../../../origin/store/people/teams.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

export interface UserOptions {
  operator?: boolean;
  /** Whose team it is, where it is one. */
  teamOf?: string;
  name?: string;
}

/** Claims a handle for a new person or team. Errors: `handle_invalid`, `handle_taken`, `profile_not_found`. */
export async function createUser(
  { engine, now }: OperatorContext,
  handle: string,
  options: UserOptions,
): Promise<Outcome> {
  const { operator = false, teamOf, name = handle } = options;
  const kind = teamOf === undefined ? 'user' : 'team';
  const profile = await engine.write(async (db) => {
    const profile = await createProfile(db, { handle, kind, displayName: name, isOperator: operator, by: null }, now());
    if (teamOf === undefined) return profile;
    const owner = await profileByHandle(db, teamOf);
    if (owner?.kind !== 'user') throw new ApiError('profile_not_found', `There is no person "${teamOf}".`);
    await putMember(db, profile, owner, 'owner', { by: null, now: now() });
    return profile;
  });
  return {
    text: `Created ${kind} ${handle}${operator ? ', an operator' : ''}.`,
    json: { handle, kind, operator, user_id: String(profile.id) },
  };
}
