/**
 * Invitations to teams: the team’s owners and the invited person alone are shown them, and until one is accepted it
 * gives no right and leaves no trace (CONTRACT.md, Decided since). They hang on ids, so they go along with a change of
 * handle. One of a suspended team or by a suspended owner waits until that is lifted.
 */
import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { invitationLifetime, type Role } from '../../contract/access.ts';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import type * as personal from '../../contract/records/account.ts';
import type { Db } from '../engine/engine.ts';
import type { Act } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { ProfileRow } from '../schema/tables.ts';
import { visibleProfiles } from '../view.ts';
import { handleItemOf } from './people.ts';

type TeamInvitation = z.output<typeof personal.TeamInvitation>;

/** Who can be told apart from whom: `by` is null for the registry itself. */
export interface Offer {
  team: ProfileRow;
  member: ProfileRow;
  role: Role;
  by: number | null;
}

/**
 * Invites a person, or offers them another role; the same again changes nothing.
 * Errors: `conflict` where they declined lately, or too many are open.
 */
export async function invite(db: Db, { team, member, role, by }: Offer, now: number): Promise<TeamInvitation> {
  const known = await standing(db, now)
    .where('team_id', '=', team.id)
    .where('member_id', '=', member.id)
    .selectAll()
    .executeTakeFirst();
  if (known?.declined) {
    const until = new Date(known.expires_at * 1000).toISOString().slice(0, 10);
    throw new ApiError(
      'conflict',
      `"${member.handle}" declined. "${team.handle}" can invite them again from ${until}.`,
    );
  }
  if (!known) await checkRoom(db, { team, member, by }, now);
  if (known?.role !== role || known.invited_by !== by) {
    const offer = { role, invited_by: by, declined: 0 as const, created_at: now, expires_at: now + invitationLifetime };
    await db
      .insertInto('team_invitations')
      .values({ team_id: team.id, member_id: member.id, ...offer })
      .onConflict((conflict) => conflict.columns(['team_id', 'member_id']).doUpdateSet(offer))
      .execute();
    const said = { profile: team.id, member: member.id, role, handle: team.handle ?? '', to: member.handle ?? '' };
    await record(db, { kind: 'invitation.sent', ...said }, { by, now });
  }
  const [made] = await records(open(db, now).where('team_id', '=', team.id).where('member_id', '=', member.id));
  if (!made) throw new Error('An invitation that was just made is not open.');
  return made;
}

/** So that nobody is buried in invitations, nor asked again and again by one person under the names of many teams. */
async function checkRoom(db: Db, { team, member, by }: Omit<Offer, 'role'>, now: number): Promise<void> {
  const ofTeam = await open(db, now).where('team_id', '=', team.id).select('team_id').execute();
  if (ofTeam.length >= limits.invitations)
    throw new ApiError('conflict', `"${team.handle}" has ${limits.invitations} open invitations. Withdraw one first.`);
  const toMember = await waiting(db, member.id, now).select('team_id').execute();
  if (toMember.length >= limits.invitations)
    throw new ApiError('conflict', `"${member.handle}" has too many open invitations and has to answer some first.`);
  const between = await standing(db, now)
    .where('member_id', '=', member.id)
    .where('invited_by', '=', by)
    .select('team_id')
    .execute();
  if (between.length >= limits.invitationsBetween)
    throw new ApiError(
      'conflict',
      `You have invited "${member.handle}" ${between.length} times recently. You can’t invite them again yet.`,
    );
}

/** A person’s open invitations, oldest first. */
export const invitationsOf = (db: Db, memberId: number, now: number): Promise<TeamInvitation[]> =>
  records(waiting(db, memberId, now));

/** A team’s, oldest first; whoever holds no handle now can't be named and is left out. */
export const invitationsBy = (db: Db, teamId: number, now: number): Promise<TeamInvitation[]> =>
  records(open(db, now).where('team_id', '=', teamId));

/** The open invitation of a person to the team with this handle, by its row. */
export const invitationTo = (db: Db, memberId: number, team: string, now: number) =>
  waiting(db, memberId, now).where('team.handle', '=', team).select(['team_id', 'role']).executeTakeFirst();

/** It stays to say that the team has to wait. */
export async function decline(db: Db, teamId: number, memberId: number, now: number): Promise<void> {
  await db
    .updateTable('team_invitations')
    .set({ declined: 1, expires_at: now + invitationLifetime })
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .execute();
  await record(db, { kind: 'invitation.declined', profile: teamId, member: memberId }, { by: memberId, now });
}

/** Ends an open invitation, which is answered by what is done instead. */
export const dropInvitation = (db: Db, teamId: number, memberId: number) =>
  openRows(db, teamId).where('member_id', '=', memberId).returning('member_id').execute();

/** Ends an open invitation; whether there was one. */
export async function withdraw(db: Db, teamId: number, memberId: number, act: Act): Promise<boolean> {
  const ended = await dropInvitation(db, teamId, memberId);
  await recordWithdrawn(db, teamId, ended, act);
  return ended.length > 0;
}

/** Ends those that somebody gave in the name of a team that took the right to do so from them. */
export async function withdrawAllBy(db: Db, teamId: number, inviterId: number, act: Act): Promise<void> {
  const ended = await openRows(db, teamId).where('invited_by', '=', inviterId).returning('member_id').execute();
  await recordWithdrawn(db, teamId, ended, act);
}

const openRows = (db: Db, teamId: number) =>
  db.deleteFrom('team_invitations').where('team_id', '=', teamId).where('declined', '=', 0);

async function recordWithdrawn(db: Db, teamId: number, ended: { member_id: number }[], act: Act): Promise<void> {
  for (const { member_id: member } of ended)
    await record(db, { kind: 'invitation.withdrawn', profile: teamId, member }, act);
}

/** Forgets those that nobody answered in time, and refusals that are long past. */
export const dropEndedInvitations = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('team_invitations').where('expires_at', '<=', now).execute();
};

const standing = (db: Db, now: number) => db.selectFrom('team_invitations').where('expires_at', '>', now);

const open = (db: Db, now: number) =>
  standing(db, now)
    .where('declined', '=', 0)
    .innerJoin('profiles as team', 'team.id', 'team_id')
    .innerJoin('profiles as member', 'member.id', 'member_id')
    .leftJoin('profiles as inviter', 'inviter.id', 'invited_by')
    .where('member.handle', 'is not', null);

/** Those that a person can answer now. */
const waiting = (db: Db, memberId: number, now: number) =>
  open(db, now)
    .where('member_id', '=', memberId)
    // Asked for each: a list of everyone would be as long as the registry.
    .where((e) =>
      e.exists(
        visibleProfiles({ db, caller: undefined })
          .select('profiles.id')
          .where(sql<SqlBool>`profiles.id = team_invitations.team_id`),
      ),
    )
    .where((e) => e.or([e('inviter.id', 'is', null), e('inviter.moderation_status', '<>', 'suspended')]));

async function records(invitations: ReturnType<typeof open>): Promise<TeamInvitation[]> {
  const rows = await invitations
    .select(['team.handle as team_handle', 'team.display_name as team_name'])
    .select(['member.handle as handle', 'member.display_name as display_name'])
    .select(['team_invitations.role', 'inviter.handle as by'])
    .select(['team_invitations.created_at', 'team_invitations.expires_at'])
    .orderBy('team_invitations.created_at')
    .orderBy('team.handle')
    .orderBy('member.handle')
    .execute();
  return rows.map((row) => ({
    team: handleItemOf({ handle: row.team_handle, display_name: row.team_name }),
    member: handleItemOf(row),
    role: row.role,
    invited_by: row.by ?? '',
    created_at: row.created_at,
    expires_at: row.expires_at,
  }));
}
