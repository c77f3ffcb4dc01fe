/** What only its owner sees of an account, and the operators' own. */
import type { z } from 'zod';
import type { Role } from '../../contract/access.ts';
import { operatorHandle } from '../../contract/clients/discovery.ts';
import type * as personal from '../../contract/records/account.ts';
import type { Db } from '../engine/engine.ts';
import type { ProfileRow } from '../schema/tables.ts';
import { type View, visibleProfiles } from '../view.ts';
import { handleItemOf, hasMembers, profileByHandle } from './people.ts';
import { putMember } from './teams.ts';

type Membership = z.output<typeof personal.Membership>;

/** The visible teams that a person is in, with their role, by handle. */
export async function teamsOf(view: View, profileId: number): Promise<Membership[]> {
  const rows = await visibleProfiles(view)
    .innerJoin('team_members', 'team_members.team_id', 'profiles.id')
    .where('team_members.member_id', '=', profileId)
    .select(['handle', 'display_name', 'role', 'ownerless'])
    .orderBy('handle')
    .execute();
  return rows.map((row) => membershipOf(row, row.role));
}

type TeamRow = Pick<ProfileRow, 'handle' | 'display_name' | 'ownerless'>;

export const membershipOf = (team: TeamRow, role: Role): Membership => ({
  ...handleItemOf(team),
  role,
  ...(team.ownerless === 1 && { ownerless: true }),
});

/** Whether anybody may run the registry. */
export const hasOperator = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('profiles').select('id').where('is_operator', '=', 1).executeTakeFirst()) !== undefined;

/** Who runs the registry also owns its own team, which publishes the starter skills, where nobody does yet. */
export async function makeOperator(db: Db, profileId: number, now: number): Promise<void> {
  const operator = await db
    .updateTable('profiles')
    .set({ is_operator: 1 })
    .where('id', '=', profileId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const team = await profileByHandle(db, operatorHandle);
  if (team?.kind !== 'team') return;
  if (!(await hasMembers(db, team.id))) await putMember(db, team, operator, 'owner', { by: profileId, now });
}

/** With the hosted MCP link disabled, its tokens stop working; enabled again, they work again. */
export const enableMcp = async (db: Db, profileId: number, enabled: boolean): Promise<void> => {
  await db
    .updateTable('profiles')
    .set({ mcp_enabled: enabled ? 1 : 0 })
    .where('id', '=', profileId)
    .execute();
};
