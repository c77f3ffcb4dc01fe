import { countStars, starPage } from '../../store/library/stars.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listStars: Loader<'listStars'> = async ({ view }, page) => {
  checkOffset(page);
  const { profileId } = view.caller;
  return {
    stars: await starPage(view, profileId, page),
    total: await countStars(view.db, profileId),
    limit: page.limit,
    offset: page.offset,
  };
};
