import { pages } from '../../../contract/pages.ts';
import type { PageLoader } from '../page.ts';
import { readFeed } from './feed.ts';
import { rssOf } from './rss.ts';

/** The newest events as RSS 2.0. */
export const activityRss: PageLoader<'activityRss'> = async (reading) =>
  rssOf(await readFeed(reading), reading.site.mirrorUrl + pages.activityRss.path);
