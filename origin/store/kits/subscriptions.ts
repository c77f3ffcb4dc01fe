/** Who has their devices hold what a kit contains. `subscriber_count` of a kit is the number of these rows. */
import type { Db } from '../engine/engine.ts';
import { record } from '../events/record.ts';
import type { KitRow } from '../schema/tables.ts';

export const isSubscribed = async (db: Db, profileId: number, kitId: number): Promise<boolean> =>
  (await db
    .selectFrom('kit_subscriptions')
    .select('kit_id')
    .where('kit_id', '=', kitId)
    .where('profile_id', '=', profileId)
    .executeTakeFirst()) !== undefined;

/** Does nothing where one is subscribed. Returns how many are. */
export async function subscribe(db: Db, kitId: number, profileId: number, now: number): Promise<number> {
  const added = await db
    .insertInto('kit_subscriptions')
    .values({ kit_id: kitId, profile_id: profileId, created_at: now })
    .onConflict((conflict) => conflict.columns(['kit_id', 'profile_id']).doNothing())
    .returning('kit_id')
    .executeTakeFirst();
  const total = await countBy(db, kitId, added ? 1 : 0);
  if (added) await record(db, { kind: 'kit.subscribed', kit: kitId, profile: profileId }, { by: profileId, now });
  return total;
}

/** Does nothing where one is not subscribed. Returns how many are. */
export async function unsubscribe(db: Db, kitId: number, profileId: number, now: number): Promise<number> {
  const removed = await db
    .deleteFrom('kit_subscriptions')
    .where('kit_id', '=', kitId)
    .where('profile_id', '=', profileId)
    .returning('kit_id')
    .executeTakeFirst();
  const total = await countBy(db, kitId, removed ? -1 : 0);
  if (removed) await record(db, { kind: 'kit.unsubscribed', kit: kitId, profile: profileId }, { by: profileId, now });
  return total;
}

/** The kit at an address that it has or had, if one is subscribed to it. */
export const subscribedKit = (
  db: Db,
  profileId: number,
  owner: string,
  slug: string,
): Promise<Pick<KitRow, 'id'> | undefined> =>
  db
    .selectFrom('kit_subscriptions')
    .innerJoin('kits', 'kits.id', 'kit_subscriptions.kit_id')
    .innerJoin('handles', 'handles.profile_id', 'kits.owner_id')
    .select('kits.id')
    .where('kit_subscriptions.profile_id', '=', profileId)
    .where('handles.handle', '=', owner)
    .where('kits.slug', '=', slug)
    .executeTakeFirst();

export async function countSubscriptions(db: Db, profileId: number): Promise<number> {
  const { kits } = await db
    .selectFrom('kit_subscriptions')
    .select((e) => e.fn.countAll<number>().as('kits'))
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
  return kits;
}

async function countBy(db: Db, kitId: number, more: number): Promise<number> {
  const { subscriber_count } = await db
    .updateTable('kits')
    .set((e) => ({ subscriber_count: e('subscriber_count', '+', more) }))
    .where('id', '=', kitId)
    .returning('subscriber_count')
    .executeTakeFirstOrThrow();
  return subscriber_count;
}
