/** Who follows whom. A profile's counts are of those who are shown, so they equal the totals of its lists. */
import type { Db } from '../engine/engine.ts';
import { record } from '../events/record.ts';
import { isShown } from '../view.ts';

export const isFollowing = async (db: Db, followerId: number, followedId: number): Promise<boolean> =>
  (await db
    .selectFrom('follows')
    .select('followed_id')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .executeTakeFirst()) !== undefined;

/** Nothing happens where it is so already. */
export async function follow(db: Db, followerId: number, followedId: number, now: number): Promise<void> {
  const added = await db
    .insertInto('follows')
    .values({ follower_id: followerId, followed_id: followedId, created_at: now })
    .onConflict((conflict) => conflict.columns(['follower_id', 'followed_id']).doNothing())
    .returning('follower_id')
    .executeTakeFirst();
  if (!added) return;
  await countPair(db, followerId, followedId, 1);
  await record(db, { kind: 'profile.followed', profile: followerId, followed: followedId }, { by: followerId, now });
}

/** Nothing happens where it is so already. */
export async function unfollow(db: Db, followerId: number, followedId: number, now: number): Promise<void> {
  const removed = await db
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('followed_id', '=', followedId)
    .returning('follower_id')
    .executeTakeFirst();
  if (!removed) return;
  await countPair(db, followerId, followedId, -1);
  await record(db, { kind: 'profile.unfollowed', profile: followerId, followed: followedId }, { by: followerId, now });
}

/** How many a profile follows beside this one, shown or not. */
export async function countOthers(db: Db, followerId: number, followedId: number): Promise<number> {
  const { others } = await db
    .selectFrom('follows')
    .select((e) => e.fn.countAll<number>().as('others'))
    .where('follower_id', '=', followerId)
    .where('followed_id', '<>', followedId)
    .executeTakeFirstOrThrow();
  return others;
}

/** A profile came into sight (`by` 1) or went out of it (-1): those whom it follows, and its followers, are counted again. */
export async function countForNeighbours(db: Db, profileId: number, by: 1 | -1): Promise<void> {
  const followed = db.selectFrom('follows').select('followed_id as id').where('follower_id', '=', profileId);
  const followers = db.selectFrom('follows').select('follower_id as id').where('followed_id', '=', profileId);
  await db
    .updateTable('profiles')
    .set((e) => ({ follower_count: e('follower_count', '+', by) }))
    .where('id', 'in', followed)
    .execute();
  await db
    .updateTable('profiles')
    .set((e) => ({ following_count: e('following_count', '+', by) }))
    .where('id', 'in', followers)
    .execute();
}

async function countPair(db: Db, followerId: number, followedId: number, by: 1 | -1): Promise<void> {
  if (await isShown(db, followedId)) {
    await db
      .updateTable('profiles')
      .set((e) => ({ following_count: e('following_count', '+', by) }))
      .where('id', '=', followerId)
      .execute();
  }
  if (await isShown(db, followerId)) {
    await db
      .updateTable('profiles')
      .set((e) => ({ follower_count: e('follower_count', '+', by) }))
      .where('id', '=', followedId)
      .execute();
  }
}
