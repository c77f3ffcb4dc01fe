import { skillPage } from '../../store/skills/skillPages.ts';
import { checkOffset, emptyPage } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listSkills: Loader<'listSkills'> = async ({ view }, { limit, offset, q, category, sort }) => {
  checkOffset({ limit, offset });
  if (category?.length === 0) return { skills: [], ...emptyPage({ limit, offset }) };
  const choice = { text: q, categories: category, order: sort };
  return { ...(await skillPage(view, choice, { limit, offset })), limit, offset };
};
