import { othersAtOnce, pages } from '../../../contract/pages.ts';
import { listPeople } from '../../public/listPeople.ts';
import type { PageLoader } from '../page.ts';

export const peoplePage: PageLoader<'peoplePage'> = async (reading, { category, sort, offset }) =>
  reading.html(pages.peoplePage.path, {
    page: 'peoplePage',
    site: reading.site,
    list: await listPeople(reading, {
      limit: othersAtOnce,
      offset,
      q: undefined,
      category: category && [category],
      sort,
    }),
    category,
    sort,
  });
