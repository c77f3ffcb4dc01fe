import { ApiError } from '../contract/errors.ts';
import type { Db } from '../store/engine.ts';
import { profileByHandle } from '../store/people.ts';
import type { SkillRow } from '../store/schema/tables.ts';
import { actingAs } from '../store/teams.ts';
import { skillBySlug } from '../store/versions.ts';
import { addressableSkills, type Caller } from '../store/view.ts';

/**
 * A skill that the caller may change. Errors: `skill_not_found`, also for one of someone else that the caller does
 * not see; `forbidden` where they see it but it is not theirs to change.
 */
export async function ownSkill(db: Db, caller: Caller, author: string, slug: string): Promise<SkillRow> {
  const missing = new ApiError('skill_not_found', `There is no skill ${author}/${slug}.`);
  const owner = await profileByHandle(db, author);
  const skill = owner && (await skillBySlug(db, owner.id, slug));
  if (!skill) throw missing;
  try {
    await actingAs(db, caller.profileId, author, 'publish');
  } catch (error) {
    const seen = addressableSkills({ db, caller }).where('skills.id', '=', skill.id).select('skills.id');
    throw (await seen.executeTakeFirst()) ? error : missing;
  }
  return skill;
}
