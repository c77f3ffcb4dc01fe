import { pages, skillsAtOnce } from '../../contract/pages.ts';
import { inOrder, listedSummaries, ofCategories, type SkillList } from '../../store/skills.ts';
import { totalSkills } from '../../store/totals.ts';
import type { PageLoader } from './page.ts';

export const skillsPage: PageLoader<'skillsPage'> = async ({ view, site, html }, { category, sort, offset }) => {
  const limit = skillsAtOnce;
  const page = (skills: SkillList) => inOrder(category ? ofCategories(skills, [category], sort) : skills, sort);
  return html(pages.skillsPage.path, {
    page: 'skillsPage',
    site,
    list: {
      skills: await listedSummaries(view, (skills) => page(skills).limit(limit).offset(offset)),
      total: await totalSkills(view, category && [category]),
      limit,
      offset,
    },
    category,
    sort,
  });
};
