import { followPage } from '../../store/people/people.ts';
import { foundProfile } from '../found.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listFollowers: Loader<'listFollowers'> = async ({ view }, { author, ...page }) => {
  checkOffset(page);
  const profile = await foundProfile(view, author);
  return followPage(view, profile.id, 'followers', page);
};
