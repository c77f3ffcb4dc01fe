import { pagePath } from '../../../contract/pages.ts';
import { kitFound } from '../../public/getKitByHandle.ts';
import type { PageLoader } from '../page.ts';
import { readFeed } from './feed.ts';
import { rssOf } from './rss.ts';

/** New versions of the skills in a kit, as RSS 2.0. Errors: `kit_not_found`. */
export const kitRss: PageLoader<'kitRss'> = async (reading, at) => {
  const kit = await kitFound(reading.view, at.owner, at.slug);
  const feed = await readFeed(reading, 0, {
    about: { kit: kit.id },
    title: `${kit.name}: new versions`,
    description: `New versions of the skills in the kit ${at.owner}/${at.slug}.`,
    path: pagePath('kitPage', at),
  });
  return rssOf(feed, reading.site.mirrorUrl + pagePath('kitRss', at));
};
