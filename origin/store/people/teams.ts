/** Teams: who is in them, and what a person may do in the name of a handle. */
import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { type Right, type Role, rights } from '../../contract/access.ts';
import { ApiError } from '../../contract/errors.ts';
import type * as personal from '../../contract/records/account.ts';
import type { Db } from '../engine/engine.ts';
import type { Act } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { ProfileRow } from '../schema/tables.ts';
import { teamsWith } from '../view.ts';
import { dropInvitation } from './invitations.ts';
import { settleOwners } from './ownership.ts';
import { handleItemOf, profileByHandle } from './people.ts';

type TeamMember = z.output<typeof personal.TeamMember>;

/** The roles that publish under a team's handle. */
const publishingRoles = rights.publish.roles;

/** Whether a person publishes under the handle of `owner`: their own, or that of a team whose role lets them. */
export const publishesAsOwner = (profileId: number) =>
  sql<SqlBool>`(owner.id = ${profileId} or owner.id in (${publishingTeams(profileId)}))`;

/** The profiles that a person publishes as, by id: themselves, and teams whose role lets them. */
export const publishedAs = (profileId: number) =>
  sql<number>`(select cast(${profileId} as bigint) union all ${publishingTeams(profileId)})`;

const publishingTeams = (profileId: number) => sql`${teamsWith(profileId)} and role in (${sql.join(publishingRoles)})`;

/**
 * Why `profileId` may not act as `profile`; undefined where they may: as themselves, or by their role in a team. Nobody
 * but its members sees what a suspended one has, and nobody changes it.
 */
export async function refusalFor(
  db: Db,
  profileId: number,
  profile: ProfileRow,
  right: Right,
): Promise<ApiError | undefined> {
  const { handle, kind } = profile;
  if (profile.moderation_status === 'suspended' && right !== 'see')
    return new ApiError('forbidden', `"${handle}" is suspended.`);
  if (profile.id === profileId) return undefined;
  const role = await roleIn(db, profile.id, profileId);
  const { roles, who } = rights[right];
  if (role && roles.some((allowed) => allowed === role)) return undefined;
  return new ApiError(
    'forbidden',
    kind === 'team' ? `Only ${who} of "${handle}" can do this.` : `"${handle}" is not your handle.`,
  );
}

/** Errors: `profile_not_found`. */
export async function teamByHandle(db: Db, handle: string): Promise<ProfileRow> {
  const profile = await profileByHandle(db, handle);
  if (profile?.kind !== 'team') throw new ApiError('profile_not_found', `There is no team "${handle}".`);
  return profile;
}

/** Undefined for whoever is not in the team, or holds no handle now. */
export async function roleIn(db: Db, teamId: number, memberId: number): Promise<Role | undefined> {
  const member = await db
    .selectFrom('team_members')
    .innerJoin('profiles', 'profiles.id', 'member_id')
    .select('role')
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .where('handle', 'is not', null)
    .executeTakeFirst();
  return member?.role;
}

/** A team's members with their roles, oldest first; whoever holds no handle now can't be named and is left out. */
export async function teamMembers(db: Db, teamId: number): Promise<TeamMember[]> {
  const rows = await db
    .selectFrom('team_members')
    .innerJoin('profiles', 'profiles.id', 'team_members.member_id')
    .where('team_id', '=', teamId)
    .where('handle', 'is not', null)
    .select(['handle', 'display_name', 'role', 'added_at'])
    .orderBy('added_at')
    .orderBy('handle')
    .execute();
  return rows.map((row) => ({ ...handleItemOf(row), role: row.role, added_at: row.added_at }));
}

/**
 * Takes a person into a team, or gives them another role there, which answers what they were offered; roles are for
 * members alone to see. `claims`: they took it themselves, where there was no owner.
 */
export async function putMember(
  db: Db,
  team: ProfileRow,
  member: ProfileRow,
  role: Role,
  act: Act,
  { claims = false } = {},
): Promise<TeamMember> {
  const before = await roleIn(db, team.id, member.id);
  const { added_at } = await db
    .insertInto('team_members')
    .values({ team_id: team.id, member_id: member.id, role, added_at: act.now })
    .onConflict((conflict) => conflict.columns(['team_id', 'member_id']).doUpdateSet({ role }))
    .returning('added_at')
    .executeTakeFirstOrThrow();
  await dropInvitation(db, team.id, member.id);
  await settleOwners(db, { team: team.id });
  const said = { profile: team.id, member: member.id };
  if (claims) await record(db, { kind: 'team.claimed', ...said, handle: team.handle ?? '' }, act);
  else if (before !== role)
    await record(db, { kind: before ? 'team.role_changed' : 'team.joined', ...said, role }, act);
  return { ...handleItemOf(member), role, added_at };
}

/** Also the last owner: the team is then without one. */
export async function removeMember(db: Db, team: ProfileRow, member: ProfileRow, act: Act): Promise<void> {
  await db.deleteFrom('team_members').where('team_id', '=', team.id).where('member_id', '=', member.id).execute();
  await dropInvitation(db, team.id, member.id);
  await settleOwners(db, { team: team.id });
  await record(db, { kind: 'team.left', profile: team.id, member: member.id }, act);
}
