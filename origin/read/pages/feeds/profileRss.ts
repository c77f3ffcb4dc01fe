import { pagePath } from '../../../contract/pages.ts';
import { foundProfile } from '../../found.ts';
import type { PageLoader } from '../page.ts';
import { readFeed } from './feed.ts';
import { recordedOf } from './recorded.ts';
import { type Item, rssOf } from './rss.ts';

/** What a person or team publishes, and what is recorded under their handle, as RSS 2.0. Errors: `profile_not_found`. */
export const profileRss: PageLoader<'profileRss'> = async (reading, { author }) => {
  const { id, handle, display_name } = await foundProfile(reading.view, author);
  const name = display_name || author;
  const feed = await readFeed(reading, 0, {
    about: { profile: id },
    title: `${name}: skills and kits`,
    description: `What ${name} publishes and withdraws, decisions about it, and keys.`,
    path: pagePath('profilePage', { author: handle ?? author }),
  });
  const recorded = await recordedOf(reading, { id, handle: handle ?? author });
  const entries: Item[] = [...feed.entries, ...recorded];
  // What nobody is told the time of is last: readers go by what they have not seen yet.
  entries.sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  return rssOf({ ...feed, entries }, reading.site.mirrorUrl + pagePath('profileRss', { author }));
};
