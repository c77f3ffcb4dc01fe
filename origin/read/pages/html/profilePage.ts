import { pagePath } from '../../../contract/pages.ts';
import { kitSummaries } from '../../../store/kits/kits.ts';
import { boundKey } from '../../../store/people/keys.ts';
import { followPage } from '../../../store/people/people.ts';
import { actionsAgainst } from '../../public/listModerationActions.ts';
import type { PageLoader } from '../page.ts';
import { profilePart } from '../profilePart.ts';

/** Followers on a profile's own page; the rest have pages of theirs. */
const newest = { limit: 12, offset: 0 };

/** Errors: `profile_not_found`. */
export const profilePage: PageLoader<'profilePage'> = async ({ view, site, html }, { author, offset }) => {
  const { row, ...shown } = await profilePart(view, author, offset);
  return html(pagePath('profilePage', { author }), {
    page: 'profilePage',
    site,
    ...shown,
    kits: await kitSummaries(view, (kits) => kits.where('kits.owner_id', '=', row.id).orderBy('kits.slug')),
    followers: (await followPage(view, row.id, 'followers', newest)).items,
    following: (await followPage(view, row.id, 'following', newest)).items,
    fingerprint: (await boundKey(view, row.id))?.fingerprint ?? '',
    actions: await actionsAgainst(view, { author }),
  });
};
