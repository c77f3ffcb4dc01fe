import { pages, skillsAtOnce } from '../../../contract/pages.ts';
import { facetCounts } from '../../../store/skills/listing/facets.ts';
import { skillPage } from '../../../store/skills/listing/skillPages.ts';
import { chosenOf } from '../../chosen.ts';
import type { PageLoader } from '../page.ts';

export const skillsPage: PageLoader<'skillsPage'> = async (
  { view, site, html },
  { category, sort, offset, ...others },
) => {
  const limit = skillsAtOnce;
  const chosen = chosenOf({ category, ...others });
  return html(pages.skillsPage.path, {
    page: 'skillsPage',
    site,
    list: {
      ...(await skillPage(view, { ...chosen, order: sort }, { limit, offset })),
      limit,
      offset,
    },
    category,
    chosen: others,
    counts: await facetCounts(view, chosen),
    sort,
  });
};
