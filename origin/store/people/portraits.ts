/** The pictures that people and teams gave themselves. Whoever gave none shows a pattern of their handle. */
import { pagePath } from '../../contract/pages.ts';
import type { Db } from '../engine/engine.ts';
import type { Act } from '../events/event.ts';
import { record } from '../events/record.ts';

/** Where a profile's picture is, of either kind: it stays the same whatever is shown there. Empty without a handle. */
export const portraitPath = (handle: string | null): string =>
  handle ? pagePath('profilePicture', { author: handle }) : '';

/** Undefined where they gave none. */
export async function portraitOf(db: Db, profileId: number): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('portraits').select('bytes').where('profile_id', '=', profileId).executeTakeFirst();
  return row?.bytes;
}

/** Where it is the one that they have, nothing happened. */
export async function putPortrait(db: Db, profileId: number, bytes: Uint8Array, act: Act): Promise<void> {
  const before = await portraitOf(db, profileId);
  if (before && Buffer.compare(before, bytes) === 0) return;
  await db
    .insertInto('portraits')
    .values({ profile_id: profileId, bytes })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ bytes }))
    .execute();
  await record(db, { kind: 'profile.changed', profile: profileId, fields: ['picture'] }, act);
}

/** Whether there was one. */
export async function dropPortrait(db: Db, profileId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('portraits').where('profile_id', '=', profileId).executeTakeFirst();
  return numDeletedRows > 0;
}
