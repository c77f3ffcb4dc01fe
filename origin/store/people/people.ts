/** People and teams: their profiles. */
import type { z } from 'zod';
import type * as records from '../../contract/records.ts';
import type { Db } from '../engine/engine.ts';
import type { ProfileRow } from '../schema/tables.ts';
import { indexedText } from '../search/text.ts';
import { type View, visibleProfiles } from '../view.ts';
import { takeHandle } from './handles.ts';
import { portraitPath } from './portraits.ts';

interface NewAccount {
  kind?: 'user' | 'team';
  displayName?: string;
  isOperator?: boolean;
  /** Who makes it; unset where they make it for themselves. */
  by?: number | null;
}

/** A person or team without a handle yet: nobody sees it. */
export const createAccount = (db: Db, account: NewAccount, now: number): Promise<ProfileRow> =>
  db
    .insertInto('profiles')
    .values({
      kind: account.kind ?? 'user',
      handle: null,
      display_name: account.displayName ?? '',
      bio: '',
      avatar_url: '',
      is_operator: account.isOperator ? 1 : 0,
      mcp_enabled: 0,
      moderation_status: 'none',
      follower_count: 0,
      following_count: 0,
      created_at: now,
      ...indexedText([], ''),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** An account that holds a handle from now on. Errors: `handle_invalid`, `handle_taken`. */
export async function createProfile(
  db: Db,
  { handle, ...account }: NewAccount & { handle: string },
  now: number,
): Promise<ProfileRow> {
  const { id } = await createAccount(db, account, now);
  return takeHandle(db, id, handle, { by: account.by === undefined ? id : account.by, now });
}

/** The holder of a handle, suspended or not; undefined where nobody holds it. */
export const profileByHandle = (db: Db, handle: string): Promise<ProfileRow | undefined> =>
  db.selectFrom('profiles').selectAll().where('handle', '=', handle).executeTakeFirst();

export const profileById = (db: Db, id: number): Promise<ProfileRow> =>
  db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The holder of a handle as callers see one, or undefined. */
export const findProfile = (view: View, handle: string): Promise<ProfileRow | undefined> =>
  visibleProfiles(view).selectAll().where('handle', '=', handle).executeTakeFirst();

type HandleItem = z.output<typeof records.HandleItem>;

export const handleItemOf = (row: Pick<ProfileRow, 'handle' | 'display_name'>): HandleItem => ({
  handle: row.handle ?? '',
  name: row.display_name,
  avatar_url: portraitPath(row.handle),
});

export async function hasMembers(db: Db, teamId: number): Promise<boolean> {
  const member = db.selectFrom('team_members').select('member_id').where('team_id', '=', teamId);
  return (await member.executeTakeFirst()) !== undefined;
}

/** A team's visible members, oldest first. */
export async function membersOf(view: View, teamId: number): Promise<HandleItem[]> {
  const rows = await visibleProfiles(view)
    .innerJoin('team_members', 'team_members.member_id', 'profiles.id')
    .where('team_members.team_id', '=', teamId)
    .select(['handle', 'display_name'])
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
    .select(['handle', 'display_name'])
    .orderBy('follows.created_at', 'desc')
    .orderBy('handle')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items: rows.map(handleItemOf), total };
}
