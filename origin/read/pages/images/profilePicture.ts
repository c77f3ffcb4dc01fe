import { patternOf } from '../../../pictures/pattern.ts';
import { portraitOf } from '../../../store/people/portraits.ts';
import { foundProfile } from '../../found.ts';
import type { PageLoader } from '../page.ts';

/** What a person or team chose, else a pattern of their handle. Errors: `profile_not_found`. */
export const profilePicture: PageLoader<'profilePicture'> = async ({ view }, { author }) => {
  const { id } = await foundProfile(view, author);
  return (await portraitOf(view.db, id)) ?? patternOf(author);
};
