import { pages, skillsAtOnce } from '../../contract/pages.ts';
import { countSkills, inOrder, type SkillQuery, skillSummaries } from '../../store/skills.ts';
import type { PageLoader } from './page.ts';

export const skillsPage: PageLoader<'skillsPage'> = async ({ view, site, html }, { category, sort, offset }) => {
  const limit = skillsAtOnce;
  const chosen = (skills: SkillQuery) => (category ? skills.where('skills.category', '=', category) : skills);
  return html(pages.skillsPage.path, {
    page: 'skillsPage',
    site,
    list: {
      skills: await skillSummaries(view, (skills) => inOrder(chosen(skills), sort).limit(limit).offset(offset)),
      total: await countSkills(view, chosen),
      limit,
      offset,
    },
    category,
    sort,
  });
};
