import { pagePath } from '../../../contract/pages.ts';
import { foundProfile } from '../../found.ts';
import type { PageLoader } from '../page.ts';
import { readFeed } from './feed.ts';
import { rssOf } from './rss.ts';

/** What a person or team publishes, as RSS 2.0. Errors: `profile_not_found`. */
export const profileRss: PageLoader<'profileRss'> = async (reading, { author }) => {
  const { id, handle, display_name } = await foundProfile(reading.view, author);
  const name = display_name || author;
  const feed = await readFeed(reading, 0, {
    about: { profile: id },
    title: `${name}: skills and kits`,
    description: `What ${name} publishes.`,
    path: pagePath('profilePage', { author: handle ?? author }),
  });
  return rssOf(feed, reading.site.mirrorUrl + pagePath('profileRss', { author }));
};
