import { skillPage } from '../../store/skills/listing/skillPages.ts';
import { checkOffset, emptyPage } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listSkills: Loader<'listSkills'> = async ({ view }, { limit, offset, q, sort, ...chosen }) => {
  checkOffset({ limit, offset });
  const { category, needs, signed, verdict, license } = chosen;
  if ([category, needs, signed, verdict, license].some((keys) => keys?.length === 0))
    return { skills: [], ...emptyPage({ limit, offset }) };
  const choice = { text: q, order: sort, ...chosen };
  return { ...(await skillPage(view, choice, { limit, offset })), limit, offset };
};
