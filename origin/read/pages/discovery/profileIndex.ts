import { foundProfile } from '../../found.ts';
import type { PageLoader } from '../page.ts';
import { authorIndex } from './skillsIndex.ts';

/** Errors: `profile_not_found`. */
export const profileIndex: PageLoader<'profileIndex'> = async ({ view }, { author }) => {
  await foundProfile(view, author);
  return authorIndex(view, author);
};
