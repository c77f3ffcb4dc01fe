import { createProfile } from '../../origin/store/people.ts';
import type { Desk, Outcome } from './desk.ts';

export interface UserOptions {
  operator?: boolean;
  team?: boolean;
  name?: string;
}

/** Claims a handle for a new person or team. Errors: `handle_invalid`, `handle_taken`. */
export async function createUser({ engine, now }: Desk, handle: string, options: UserOptions): Promise<Outcome> {
  const { operator = false, team = false, name = handle } = options;
  const profile = await engine.write((db) =>
    createProfile(db, { handle, kind: team ? 'team' : 'user', displayName: name, isOperator: operator }, now()),
  );
  return {
    text: `Created ${profile.kind} ${handle}${operator ? ', an operator' : ''}.`,
    json: { handle, kind: profile.kind, operator, user_id: String(profile.id) },
  };
}
