/** Who owns a team, and teams that nobody does any more. */
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../engine/engine.ts';

/** Whether the team that is a row of `profiles` has an owner who can act: one with a handle, who is not suspended. */
const isOwned = sql<SqlBool>`exists (select 1 from team_members join profiles as holder on holder.id = member_id
  where team_id = profiles.id and role = 'owner' and holder.handle is not null and holder.moderation_status <> 'suspended')`;

export const hasOwner = async (db: Db, teamId: number): Promise<boolean> =>
  (await db.selectFrom('profiles').select('id').where('id', '=', teamId).where(isOwned).executeTakeFirst()) !==
  undefined;

/** Marks what has no owner now, and unmarks what has one again: a team, or every team that a person owns. */
export async function settleOwners(db: Db, of: { team: number } | { owner: number }): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ ownerless: sql`1 - ownerless` })
    .where((e) =>
      'team' in of
        ? e('id', '=', of.team)
        : e(
            'id',
            'in',
            e
              .selectFrom('team_members')
              .select('team_id')
              .where('member_id', '=', of.owner)
              .where('role', '=', 'owner'),
          ),
    )
    .where(sql<SqlBool>`ownerless = case when ${isOwned} then 1 else 0 end`)
    .execute();
}
