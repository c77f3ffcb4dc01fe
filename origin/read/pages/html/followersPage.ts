import { type PageId, pagePath, peopleAtOnce } from '../../../contract/pages.ts';
import { followPage } from '../../../store/people/people.ts';
import { foundProfile } from '../../found.ts';
import { checkOffset } from '../../paging.ts';
import type { PageLoader, PageReading } from '../page.ts';
import { personName } from '../personName.ts';

/** Errors: `profile_not_found`. */
export const followersPage: PageLoader<'followersPage'> = (reading, input) =>
  followList(reading, 'followersPage', 'followers', input);

/** The page of either side of who follows whom. */
export async function followList(
  { view, site, html }: PageReading,
  page: Extract<PageId, 'followersPage' | 'followingPage'>,
  side: 'followers' | 'following',
  { author, offset }: { author: string; offset: number },
): Promise<string> {
  const asked = { limit: peopleAtOnce, offset };
  checkOffset(asked);
  const profile = await foundProfile(view, author);
  return html(pagePath(page, { author }), {
    page,
    site,
    who: personName(profile),
    list: { ...(await followPage(view, profile.id, side, asked)), ...asked },
  });
}
