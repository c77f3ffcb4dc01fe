import { ApiError } from '../../contract/errors.ts';
import { skillId } from '../../contract/grammar/ids.ts';
import { starredAt, unstar } from '../../store/library/stars.ts';
import { findSkill } from '../../store/skills/skills.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

/** A star can be removed after the skill is no longer to be seen; the answer then tells nothing of it. */
export const unstarSkill: Writer<'unstarSkill'> = ({ engine, caller, now }, { author, slug }) =>
  engine.write(async (db) => {
    const view = viewOf(engine, caller, db);
    const skill = (await findSkill(view, author, slug)) ?? (await starredAt(db, caller.profileId, author, slug));
    if (!skill) throw new ApiError('skill_not_found', `There is no skill ${author}/${slug}.`);
    await unstar(db, caller.profileId, skill.id, now());
    const star_count = (await findSkill(view, author, slug))?.star_count ?? 0;
    return { status: 200, record: { skill_id: skillId.format({ author, slug }), starred: false, star_count } };
  });
