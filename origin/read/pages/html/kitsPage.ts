import { othersAtOnce, pages } from '../../../contract/pages.ts';
import { countKits, type KitQuery, kitSummaries, kitsInOrder } from '../../../store/kits/kits.ts';
import type { PageLoader } from '../page.ts';

export const kitsPage: PageLoader<'kitsPage'> = async ({ view, site, html }, { category, sort, offset }) => {
  const limit = othersAtOnce;
  const chosen = (kits: KitQuery) => (category ? kits.where('kits.category', '=', category) : kits);
  return html(pages.kitsPage.path, {
    page: 'kitsPage',
    site,
    list: {
      kits: await kitSummaries(view, (kits) => kitsInOrder(chosen(kits), sort).limit(limit).offset(offset)),
      total: await countKits(view, chosen),
      limit,
      offset,
    },
    category,
    sort,
  });
};
