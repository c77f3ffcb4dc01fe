import { pagePath } from '../../../contract/pages.ts';
import { listedShards } from '../../../store/skills/sitemap.ts';
import type { PageLoader } from '../page.ts';
import { firstShard, sitemapXml } from './sitemapXml.ts';

/** The parts of the sitemap that list something; the first always does. */
export const sitemapIndex: PageLoader<'sitemapIndex'> = async ({ view, site }) => {
  const listed = await listedShards(view);
  const first = { shard: firstShard, updatedAt: null };
  const all = listed[0]?.shard === firstShard ? listed : [first, ...listed];
  const parts = all.map(({ shard, updatedAt }) => ({
    url: site.mirrorUrl + pagePath('sitemapShard', { shard }),
    updatedAt,
  }));
  return sitemapXml('sitemapindex', 'sitemap', parts);
};
