import { followList } from './followersPage.ts';
import type { PageLoader } from './page.ts';

/** Errors: `profile_not_found`. */
export const followingPage: PageLoader<'followingPage'> = (reading, input) =>
  followList(reading, 'followingPage', 'following', input);
