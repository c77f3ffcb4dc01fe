/** The writing side of kits themselves: kitMembers.ts changes what they hold, subscriptions.ts who follows them. */
import type { Category, Visibility } from '../../contract/fields.ts';
import type { Db } from '../engine/engine.ts';
import { noteChange } from '../events/changes.ts';
import { announce, settleEvents } from '../events/events.ts';
import type { KitRow } from '../schema/tables.ts';
import { indexedText } from '../search/text.ts';

interface NewKit {
  ownerId: number;
  slug: string;
  name: string;
  description: string;
  category: Category;
  visibility: Visibility;
}

/** The kit's row whether anyone may see it or not. */
export const kitBySlug = (db: Db, ownerId: number, slug: string): Promise<KitRow | undefined> =>
  db.selectFrom('kits').selectAll().where('owner_id', '=', ownerId).where('slug', '=', slug).executeTakeFirst();

/** An empty kit. `slug` must be new to the owner. */
export async function addKit(db: Db, { ownerId, ...kit }: NewKit, now: number): Promise<KitRow> {
  const row = await db
    .insertInto('kits')
    .values({
      ...kit,
      owner_id: ownerId,
      version: 1,
      moderation_status: 'none',
      subscriber_count: 0,
      created_at: now,
      updated_at: now,
      ...indexedText([kit.slug, kit.name], kit.description),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceKit(db, row, now);
  await noteChange(db, 'kit', row.id);
  return row;
}

export type KitChange = Partial<Pick<KitRow, 'name' | 'description' | 'category' | 'visibility'>>;

/** A change to what the kit says already is none. */
export async function changeKit(db: Db, kit: KitRow, change: KitChange, now: number): Promise<void> {
  const changed = { ...kit, ...change };
  if ((Object.keys(change) as (keyof KitChange)[]).every((field) => changed[field] === kit[field])) return;
  await db
    .updateTable('kits')
    .set({ ...change, ...indexedText([kit.slug, changed.name], changed.description) })
    .where('id', '=', kit.id)
    .execute();
  await countVersion(db, kit.id, now);
  if (change.visibility) await settleEvents(db, { kit_id: kit.id });
  await announceKit(db, changed, now);
  await noteChange(db, 'kit', kit.id);
}

/** Takes a kit away with all that hangs on it. Its keys stay in the list of tokens that were, without a kit. */
export async function dropKit(db: Db, kitId: number, now: number): Promise<void> {
  await db
    .updateTable('tokens')
    .set((e) => ({ kit_id: null, revoked_at: e.fn.coalesce('revoked_at', e.val(now)) }))
    .where('kit_id', '=', kitId)
    .execute();
  for (const table of ['kit_skills', 'kit_subscriptions', 'activity'] as const)
    await db.deleteFrom(table).where('kit_id', '=', kitId).execute();
  await db.deleteFrom('kits').where('id', '=', kitId).execute();
  await noteChange(db, 'kit', kitId);
}

/** See kitMembers.ts for what counts. */
export const countVersion = (db: Db, kitId: number, now: number) =>
  db
    .updateTable('kits')
    .set((e) => ({ version: e('version', '+', 1), updated_at: now }))
    .where('id', '=', kitId)
    .execute();

/** Puts a public kit into the activity, once. A private one leaves no event behind. */
async function announceKit(db: Db, { id, owner_id, visibility }: KitRow, now: number): Promise<void> {
  if (visibility === 'public') await announce(db, { kind: 'kit', actor_id: owner_id, kit_id: id }, now);
}
