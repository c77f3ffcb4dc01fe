import { pages, skillsAtOnce } from '../../../contract/pages.ts';
import { skillPage } from '../../../store/skills/skillPages.ts';
import type { PageLoader } from '../page.ts';

export const skillsPage: PageLoader<'skillsPage'> = async ({ view, site, html }, { category, sort, offset }) => {
  const limit = skillsAtOnce;
  const choice = { categories: category && [category], order: sort };
  return html(pages.skillsPage.path, {
    page: 'skillsPage',
    site,
    list: {
      ...(await skillPage(view, choice, { limit, offset })),
      limit,
      offset,
    },
    category,
    sort,
  });
};
