import { countSkills, inOrder, listedSummaries, ofCategories, type SkillList } from '../store/skills.ts';
import { fold } from '../store/text.ts';
import { totalSkills } from '../store/totals.ts';
import { checkOffset, emptyPage } from './paging.ts';
import type { Loader } from './reading.ts';

export const listSkills: Loader<'listSkills'> = async ({ view }, { limit, offset, q, category, sort }) => {
  checkOffset({ limit, offset });
  if (category?.length === 0) return { skills: [], ...emptyPage({ limit, offset }) };
  const matching = (skills: SkillList) => (q ? skills.where(view.text.contains('skills', fold(q))) : skills);
  const page = (skills: SkillList) => inOrder(category ? ofCategories(skills, category, sort) : skills, sort);
  const chosen = (skills: SkillList) => (category ? skills.where('skills.category', 'in', category) : skills);
  return {
    skills: await listedSummaries(view, (skills) => page(matching(skills)).limit(limit).offset(offset)),
    total: q ? await countSkills(view, (skills) => chosen(matching(skills))) : await totalSkills(view, category),
    limit,
    offset,
  };
};
