import type { PageLoader } from '../page.ts';
import { followList } from './followersPage.ts';

/** Errors: `profile_not_found`. */
export const followingPage: PageLoader<'followingPage'> = (reading, input) =>
  followList(reading, 'followingPage', 'following', input);
