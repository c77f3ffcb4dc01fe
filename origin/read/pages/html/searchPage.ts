import { pages } from '../../../contract/pages.ts';
import { chosenOf } from '../../chosen.ts';
import { namesLike } from '../../namesLike.ts';
import { searched } from '../../public/search.ts';
import type { PageLoader } from '../page.ts';

/** Results of a type where it is one of several, and where it is the only one: search goes no deeper. */
const someResults = 10;
const maxResults = 50;

export const searchPage: PageLoader<'searchPage'> = async (reading, { q, types: asked, ...choices }) => {
  const chosen = chosenOf(choices);
  // Facets are those of skills.
  const types = Object.values(chosen).some((each) => each !== undefined) ? (['skills'] as const) : asked;
  const limit = types.length > 1 ? someResults : maxResults;
  const { found, narrowed } = await searched(reading.view, { q, types: [...types], limit }, chosen);
  const isEmpty = !(narrowed?.looked || found.kits?.length || found.people?.length);
  return reading.html(pages.searchPage.path, {
    page: 'searchPage',
    site: reading.site,
    found,
    limit,
    choices,
    narrowed: narrowed && { counts: narrowed.counts, total: narrowed.total, looked: narrowed.looked },
    near: isEmpty ? await namesLike(reading.view, { name: q }) : [],
  });
};
