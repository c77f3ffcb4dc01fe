import { pages } from '../../../contract/pages.ts';
import { namesLike } from '../../namesLike.ts';
import { search } from '../../public/search.ts';
import type { PageLoader } from '../page.ts';

/** Results of a type where it is one of several, and where it is the only one: search goes no deeper. */
const someResults = 10;
const maxResults = 50;

export const searchPage: PageLoader<'searchPage'> = async (reading, { q, types }) => {
  const limit = types.length > 1 ? someResults : maxResults;
  const found = await search(reading, { q, types, limit });
  const isEmpty = !(found.skills?.length || found.kits?.length || found.people?.length);
  return reading.html(pages.searchPage.path, {
    page: 'searchPage',
    site: reading.site,
    found,
    limit,
    near: isEmpty ? await namesLike(reading.view, { name: q }) : [],
  });
};
