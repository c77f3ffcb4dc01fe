/** What only its owner sees of an account, and the operators' own. */
import type { Role } from '../contract/access.ts';
import type { Db } from './engine.ts';
import { type View, visibleProfiles } from './view.ts';

interface Membership {
  handle: string;
  name: string;
  avatar_url: string;
  role: Role;
}

/** The visible teams that a person is in, with their role, by handle. */
export async function teamsOf(view: View, profileId: number): Promise<Membership[]> {
  const rows = await visibleProfiles(view)
    .innerJoin('team_members', 'team_members.team_id', 'profiles.id')
    .where('team_members.member_id', '=', profileId)
    .select(['handle', 'display_name', 'avatar_url', 'role'])
    .orderBy('handle')
    .execute();
  return rows.map(({ handle, display_name: name, ...row }) => ({ handle: handle ?? '', name, ...row }));
}

/** Whether anybody may run the registry. */
export const hasOperator = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('profiles').select('id').where('is_operator', '=', 1).executeTakeFirst()) !== undefined;

export const makeOperator = async (db: Db, profileId: number): Promise<void> => {
  await db.updateTable('profiles').set({ is_operator: 1 }).where('id', '=', profileId).execute();
};

/** With the hosted MCP link disabled, its tokens stop working; enabled again, they work again. */
export const enableMcp = async (db: Db, profileId: number, enabled: boolean): Promise<void> => {
  await db
    .updateTable('profiles')
    .set({ mcp_enabled: enabled ? 1 : 0 })
    .where('id', '=', profileId)
    .execute();
};
