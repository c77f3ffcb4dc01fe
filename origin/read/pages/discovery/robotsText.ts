import { pages } from '../../../contract/pages.ts';
import type { PageLoader } from '../page.ts';

/** Everything that can be read may be crawled. */
export const robotsText: PageLoader<'robotsText'> = async ({ site }) =>
  `User-agent: *\nAllow: /\n\nSitemap: ${site.mirrorUrl}${pages.sitemapIndex.path}\n`;
