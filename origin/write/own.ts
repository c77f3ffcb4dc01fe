/**
 * Skills and kits that the caller may change. Errors: `skill_not_found` or `kit_not_found`, also for one of someone else
 * that the caller does not see; `forbidden` where they see it but it is not theirs to change.
 */
import { ApiError } from '../contract/errors.ts';
import type { Db } from '../store/engine/engine.ts';
import { kitBySlug } from '../store/kits/kitChanges.ts';
import { profileByHandle } from '../store/people/people.ts';
import { actingAs } from '../store/people/teams.ts';
import type { KitRow, ProfileRow, SkillRow } from '../store/schema/tables.ts';
import { skillBySlug } from '../store/skills/versions.ts';
import { addressableSkills, type Caller, visibleKits } from '../store/view.ts';

export const ownSkill = (db: Db, caller: Caller, author: string, slug: string): Promise<SkillRow> =>
  own(db, caller, author, {
    missing: new ApiError('skill_not_found', `There is no skill ${author}/${slug}.`),
    find: (holder) => skillBySlug(db, holder.id, slug),
    see: ({ id }) =>
      addressableSkills({ db, caller }).where('skills.id', '=', id).select('skills.id').executeTakeFirst(),
  });

export const ownKit = (db: Db, caller: Caller, owner: string, slug: string): Promise<KitRow> =>
  own(db, caller, owner, {
    missing: new ApiError('kit_not_found', `There is no kit ${owner}/${slug}.`),
    find: (holder) => kitBySlug(db, holder.id, slug),
    see: ({ id }) => visibleKits({ db, caller }).where('kits.id', '=', id).select('kits.id').executeTakeFirst(),
  });

interface Kind<Row> {
  missing: ApiError;
  find(holder: ProfileRow): Promise<Row | undefined>;
  /** Something where the caller sees it. */
  see(row: Row): Promise<unknown>;
}

async function own<Row>(db: Db, caller: Caller, handle: string, { missing, find, see }: Kind<Row>): Promise<Row> {
  const holder = await profileByHandle(db, handle);
  const row = holder && (await find(holder));
  if (!row) throw missing;
  try {
    await actingAs(db, caller.profileId, handle, 'publish');
  } catch (error) {
    throw (await see(row)) ? error : missing;
  }
  return row;
}
