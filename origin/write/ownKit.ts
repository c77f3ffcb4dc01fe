import { ApiError } from '../contract/errors.ts';
import type { Db } from '../store/engine.ts';
import { kitBySlug } from '../store/kitChanges.ts';
import { profileByHandle } from '../store/people.ts';
import type { KitRow } from '../store/schema/tables.ts';
import { actingAs } from '../store/teams.ts';
import { type Caller, visibleKits } from '../store/view.ts';

/**
 * A kit that the caller may change. Errors: `kit_not_found`, also for one of someone else that the caller does not see;
 * `forbidden` where they see it but it is not theirs to change.
 */
export async function ownKit(db: Db, caller: Caller, owner: string, slug: string): Promise<KitRow> {
  const missing = new ApiError('kit_not_found', `There is no kit ${owner}/${slug}.`);
  const holder = await profileByHandle(db, owner);
  const kit = holder && (await kitBySlug(db, holder.id, slug));
  if (!kit) throw missing;
  try {
    await actingAs(db, caller.profileId, owner, 'publish');
  } catch (error) {
    const seen = visibleKits({ db, caller }).where('kits.id', '=', kit.id).select('kits.id');
    throw (await seen.executeTakeFirst()) ? error : missing;
  }
  return kit;
}
