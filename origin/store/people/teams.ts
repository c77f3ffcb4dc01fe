/** Teams: who is in them, and what a person may do in the name of a handle. */
import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Role } from '../../contract/access.ts';
import { ApiError } from '../../contract/errors.ts';
import type * as personal from '../../contract/personal.ts';
import type { Db } from '../engine/engine.ts';
import { noteChange, noteLibrary } from '../events/changes.ts';
import type { ProfileRow } from '../schema/tables.ts';
import { teamsWith } from '../view.ts';
import { withdraw } from './invitations.ts';
import { settleOwners } from './ownership.ts';
import { handleItemOf, profileByHandle } from './people.ts';

type TeamMember = z.output<typeof personal.TeamMember>;

/** What one may do under a handle, and the roles in a team that may. The holder of a handle may do everything. */
const rights = {
  see: { roles: ['owner', 'maintainer', 'member'], who: 'members' },
  publish: { roles: ['owner', 'maintainer'], who: 'owners and maintainers' },
  manage: { roles: ['owner'], who: 'owners' },
} as const satisfies Record<string, { roles: readonly Role[]; who: string }>;
export type Right = keyof typeof rights;

/** The roles that publish under a team's handle. */
const publishingRoles = rights.publish.roles;

/** Whether a person publishes under the handle of `owner`: their own, or that of a team whose role lets them. */
export const publishesAsOwner = (profileId: number) =>
  sql<SqlBool>`(owner.id = ${profileId}
    or owner.id in (${teamsWith(profileId)} and role in (${sql.join(publishingRoles)})))`;

/**
 * The profile that `profileId` acts as: their own, or a team in which their role gives them the right.
 * Errors: `profile_not_found`, `forbidden`.
 */
export async function actingAs(db: Db, profileId: number, handle: string, right: Right): Promise<ProfileRow> {
  const profile = await profileByHandle(db, handle);
  if (!profile) throw new ApiError('profile_not_found', `Nobody holds the handle "${handle}".`);
  if (profile.moderation_status === 'suspended' && right !== 'see')
    throw new ApiError('forbidden', `"${handle}" is suspended.`);
  if (profile.id === profileId) return profile;
  const role = await roleIn(db, profile.id, profileId);
  const { roles, who } = rights[right];
  if (role && roles.some((allowed) => allowed === role)) return profile;
  throw new ApiError(
    'forbidden',
    profile.kind === 'team' ? `Only ${who} of "${handle}" may do this.` : `"${handle}" is not you.`,
  );
}

/** A team in which `profileId` has the right. Errors: `profile_not_found`, also for a person’s handle; `forbidden`. */
export async function actingIn(db: Db, profileId: number, handle: string, right: Right): Promise<ProfileRow> {
  await teamByHandle(db, handle);
  return actingAs(db, profileId, handle, right);
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
    .select(['handle', 'display_name', 'avatar_url', 'role', 'added_at'])
    .orderBy('added_at')
    .orderBy('handle')
    .execute();
  return rows.map((row) => ({ ...handleItemOf(row), role: row.role, added_at: row.added_at }));
}

/**
 * Takes a person into a team, or gives them another role there, which answers what they were offered; roles are for
 * members alone to see.
 */
export async function putMember(
  db: Db,
  team: ProfileRow,
  member: ProfileRow,
  role: Role,
  now: number,
): Promise<TeamMember> {
  const isNew = (await roleIn(db, team.id, member.id)) === undefined;
  const { added_at } = await db
    .insertInto('team_members')
    .values({ team_id: team.id, member_id: member.id, role, added_at: now })
    .onConflict((conflict) => conflict.columns(['team_id', 'member_id']).doUpdateSet({ role }))
    .returning('added_at')
    .executeTakeFirstOrThrow();
  await withdraw(db, team.id, member.id);
  await settleOwners(db, { team: team.id });
  if (isNew) await noteChange(db, 'profile', team.id);
  if (isNew) await noteLibrary(db, member.id);
  return { ...handleItemOf(member), role, added_at };
}

/** Also the last owner: the team is then without one. */
export async function removeMember(db: Db, team: ProfileRow, member: ProfileRow): Promise<void> {
  await db.deleteFrom('team_members').where('team_id', '=', team.id).where('member_id', '=', member.id).execute();
  await withdraw(db, team.id, member.id);
  await settleOwners(db, { team: team.id });
  await noteChange(db, 'profile', team.id);
  await noteLibrary(db, member.id);
}
