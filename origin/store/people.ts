/** People and teams: their profiles, handles and roles. */
import type { z } from 'zod';
import { ApiError } from '../contract/errors.ts';
import { checkHandle, skeletonOf } from '../contract/names.ts';
import type * as records from '../contract/records.ts';
import { noteChange } from './changes.ts';
import type { Db } from './engine.ts';
import type { ProfileRow } from './schema/tables.ts';
import { shardOf } from './sitemap.ts';
import { indexedText } from './text.ts';
import { type View, visibleProfiles } from './view.ts';

interface NewProfile {
  handle: string;
  kind?: 'user' | 'team';
  displayName?: string;
  isOperator?: boolean;
}

/**
 * A profile that holds a handle from now on. Errors: `handle_invalid`, `handle_taken` (also for look-alikes and
 * released handles).
 */
export async function createProfile(db: Db, profile: NewProfile, now: number): Promise<ProfileRow> {
  const { handle, kind = 'user', displayName = handle, isOperator = false } = profile;
  checkHandle(handle);
  const skeleton = skeletonOf(handle);
  const taken = await db.selectFrom('handles').select('handle').where('skeleton', '=', skeleton).executeTakeFirst();
  if (taken) {
    const why = taken.handle === handle ? 'it is taken' : `it looks like "${taken.handle}"`;
    throw new ApiError('handle_taken', `"${handle}" can’t be claimed: ${why}.`);
  }
  const row = await db
    .insertInto('profiles')
    .values({
      kind,
      handle,
      display_name: displayName,
      bio: '',
      avatar_url: '',
      is_operator: isOperator ? 1 : 0,
      mcp_enabled: 0,
      moderation_status: 'none',
      follower_count: 0,
      following_count: 0,
      shard: shardOf(handle),
      created_at: now,
      ...indexedText([handle, displayName], ''),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('handles')
    .values({ handle, skeleton, profile_id: row.id, claimed_at: now, released_at: null })
    .execute();
  await db
    .insertInto('activity')
    .values({ kind: 'profile', actor_id: row.id, skill_id: null, version_id: null, kit_id: null, created_at: now })
    .execute();
  await noteChange(db, 'profile', row.id);
  return row;
}

/** The holder of a handle, suspended or not; undefined where nobody holds it. */
export const profileByHandle = (db: Db, handle: string): Promise<ProfileRow | undefined> =>
  db.selectFrom('profiles').selectAll().where('handle', '=', handle).executeTakeFirst();

export const profileById = (db: Db, id: number): Promise<ProfileRow> =>
  db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The holder of a handle as callers see one, or undefined. */
export const findProfile = (view: View, handle: string): Promise<ProfileRow | undefined> =>
  visibleProfiles(view).selectAll().where('handle', '=', handle).executeTakeFirst();

/**
 * The profile under whose handle `profileId` may publish: their own, or a team they own or maintain.
 * Errors: `profile_not_found`, `forbidden`.
 */
export async function publisherAs(db: Db, profileId: number, handle: string): Promise<ProfileRow> {
  const profile = await profileByHandle(db, handle);
  if (!profile) throw new ApiError('profile_not_found', `Nobody holds the handle "${handle}".`);
  if (profile.moderation_status === 'suspended') throw new ApiError('forbidden', `"${handle}" is suspended.`);
  if (profile.id === profileId) return profile;
  const member = await db
    .selectFrom('team_members')
    .select('role')
    .where('team_id', '=', profile.id)
    .where('member_id', '=', profileId)
    .where('role', 'in', ['owner', 'maintainer'])
    .executeTakeFirst();
  if (!member) throw new ApiError('forbidden', `This token may not publish as "${handle}".`);
  return profile;
}

type HandleItem = z.output<typeof records.HandleItem>;

const handleItemOf = (row: Pick<ProfileRow, 'handle' | 'display_name' | 'avatar_url'>): HandleItem => ({
  handle: row.handle ?? '',
  name: row.display_name,
  avatar_url: row.avatar_url,
});

/** A team's visible members, oldest first. */
export async function membersOf(view: View, teamId: number): Promise<HandleItem[]> {
  const rows = await visibleProfiles(view)
    .innerJoin('team_members', 'team_members.member_id', 'profiles.id')
    .where('team_members.team_id', '=', teamId)
    .select(['handle', 'display_name', 'avatar_url'])
    .orderBy('team_members.added_at')
    .orderBy('handle')
    .execute();
  return rows.map(handleItemOf);
}

/** One page of whom a profile follows or is followed by, newest first, with the total. */
export async function followPage(
  view: View,
  profileId: number,
  side: 'followers' | 'following',
  page: { limit: number; offset: number },
) {
  const [self, other] =
    side === 'followers' ? (['followed_id', 'follower_id'] as const) : (['follower_id', 'followed_id'] as const);
  const matching = visibleProfiles(view)
    .innerJoin('follows', `follows.${other}`, 'profiles.id')
    .where(`follows.${self}`, '=', profileId);
  const { total } = await matching.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(['handle', 'display_name', 'avatar_url'])
    .orderBy('follows.created_at', 'desc')
    .orderBy('handle')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items: rows.map(handleItemOf), total };
}
