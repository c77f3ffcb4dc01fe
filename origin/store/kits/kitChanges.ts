/** The writing side of kits themselves: kitMembers.ts changes what they hold, subscriptions.ts who follows them. */
import type { Category, Visibility } from '../../contract/fields.ts';
import type { Db } from '../engine/engine.ts';
import { type Act, changedFields } from '../events/event.ts';
import { record } from '../events/record.ts';
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
export async function addKit(db: Db, { ownerId, ...kit }: NewKit, act: Act): Promise<KitRow> {
  const row = await db
    .insertInto('kits')
    .values({
      ...kit,
      owner_id: ownerId,
      version: 1,
      moderation_status: 'none',
      subscriber_count: 0,
      created_at: act.now,
      updated_at: act.now,
      ...indexedText([kit.slug, kit.name], kit.description),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(db, { kind: 'kit.created', kit: row.id }, act);
  return row;
}

export type KitChange = Partial<Pick<KitRow, 'name' | 'description' | 'category' | 'visibility'>>;

/** A change to what the kit says already is none. */
export async function changeKit(db: Db, row: KitRow, change: KitChange, act: Act): Promise<void> {
  const fields = changedFields(row, change);
  if (fields.length === 0) return;
  const { id: kit, slug, name, description, visibility } = { ...row, ...change };
  await db
    .updateTable('kits')
    .set({ ...change, ...indexedText([slug, name], description) })
    .where('id', '=', kit)
    .execute();
  await countVersion(db, kit, act.now);
  if (fields.includes('visibility'))
    await record(db, { kind: visibility === 'public' ? 'kit.made_public' : 'kit.made_private', kit }, act);
  const others = fields.filter((field) => field !== 'visibility');
  if (others.length > 0) await record(db, { kind: 'kit.changed', kit, fields: others }, act);
}

/** Takes a kit away with all that hangs on it. Its keys stay in the list of tokens that were, without a kit. */
export async function dropKit(db: Db, kitId: number, act: Act): Promise<void> {
  await record(db, { kind: 'kit.deleted', kit: kitId }, act);
  await db
    .updateTable('tokens')
    .set((e) => ({ kit_id: null, revoked_at: e.fn.coalesce('revoked_at', e.val(act.now)) }))
    .where('kit_id', '=', kitId)
    .execute();
  for (const table of ['kit_skills', 'kit_subscriptions'] as const)
    await db.deleteFrom(table).where('kit_id', '=', kitId).execute();
  await db.deleteFrom('kits').where('id', '=', kitId).execute();
}

/** See kitMembers.ts for what counts. */
export const countVersion = (db: Db, kitId: number, now: number) =>
  db
    .updateTable('kits')
    .set((e) => ({ version: e('version', '+', 1), updated_at: now }))
    .where('id', '=', kitId)
    .execute();
