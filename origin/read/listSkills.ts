import { countSkills, inOrder, type SkillQuery, skillSummaries } from '../store/skills.ts';
import { fold } from '../store/text.ts';
import { checkOffset, emptyPage } from './paging.ts';
import type { Loader } from './reading.ts';

export const listSkills: Loader<'listSkills'> = async ({ view }, { limit, offset, q, category, sort }) => {
  checkOffset({ limit, offset });
  if (category?.length === 0) return { skills: [], ...emptyPage({ limit, offset }) };
  const matching = (skills: SkillQuery) => {
    const chosen = category ? skills.where('skills.category', 'in', category) : skills;
    return q ? chosen.where(view.text.contains('skills', fold(q))) : chosen;
  };
  return {
    skills: await skillSummaries(view, (skills) => inOrder(matching(skills), sort).limit(limit).offset(offset)),
    total: await countSkills(view, matching),
    limit,
    offset,
  };
};
