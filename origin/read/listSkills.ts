import { countSkills, skillSummaries } from '../store/skills.ts';
import { fold } from '../store/text.ts';
import { checkOffset, emptyPage } from './paging.ts';
import type { Loader } from './reading.ts';

export const listSkills: Loader<'listSkills'> = async ({ view }, { limit, offset, q, category, sort }) => {
  checkOffset({ limit, offset });
  if (category?.length === 0) return { skills: [], ...emptyPage({ limit, offset }) };
  type Skills = Parameters<Parameters<typeof skillSummaries>[1]>[0];
  const matching = (skills: Skills) => {
    const chosen = category ? skills.where('skills.category', 'in', category) : skills;
    return q ? chosen.where(view.text.contains('skills', fold(q))) : chosen;
  };
  const ordered = (skills: Skills) =>
    sort === 'alpha'
      ? skills.orderBy('skills.slug').orderBy('skills.id')
      : skills.orderBy('skills.created_at', 'desc').orderBy('skills.id', 'desc');
  return {
    skills: await skillSummaries(view, (skills) => ordered(matching(skills)).limit(limit).offset(offset)),
    total: await countSkills(view, matching),
    limit,
    offset,
  };
};
