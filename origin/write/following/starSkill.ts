import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import { skillId } from '../../contract/grammar/ids.ts';
import { foundSkill } from '../../read/found.ts';
import { countStars, isStarred, star } from '../../store/library/stars.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

export const starSkill: Writer<'starSkill'> = ({ engine, caller, now }, { author, slug }) =>
  engine.write(async (db) => {
    const view = viewOf(engine, caller, db);
    const { id } = await foundSkill(view, author, slug);
    const { profileId } = caller;
    if (!(await isStarred(db, profileId, id)) && (await countStars(db, profileId)) >= limits.stars)
      throw new ApiError('conflict', `You can star at most ${limits.stars} skills. Remove a star first.`);
    await star(db, profileId, id, now());
    const { star_count } = await foundSkill(view, author, slug);
    return { status: 200, record: { skill_id: skillId.format({ author, slug }), starred: true, star_count } };
  });
