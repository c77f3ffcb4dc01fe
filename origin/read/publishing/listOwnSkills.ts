import { publishesAsOwner } from '../../store/people/teams.ts';
import { holds } from '../../store/search/matching.ts';
import { countIn, summariesIn } from '../../store/skills/skills.ts';
import { ownSkills } from '../../store/view.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listOwnSkills: Loader<'listOwnSkills'> = async ({ view }, { limit, offset, q, visibility }) => {
  checkOffset({ limit, offset });
  const all = ownSkills(view).where(publishesAsOwner(view.caller.profileId));
  const some = visibility ? all.where('skills.visibility', '=', visibility) : all;
  const skills = q ? some.where(holds(view, 'skills', q)) : some;
  const shown = skills.orderBy('owner.handle').orderBy('skills.slug').limit(limit).offset(offset);
  return { skills: await summariesIn(view, shown), total: await countIn(skills), limit, offset };
};
