import { pages } from '../../../contract/pages.ts';
import { pathTemplate } from '../../../contract/template.ts';
import { listedShards } from '../../../store/skills/sitemap.ts';
import type { PageLoader } from '../page.ts';
import { firstShard, sitemapXml } from './sitemapXml.ts';

const path = pathTemplate(pages.sitemapShard.path);

/** The parts of the sitemap that list something; the first always does. */
export const sitemapIndex: PageLoader<'sitemapIndex'> = async ({ view, site }) => {
  const listed = await listedShards(view);
  const first = { shard: firstShard, updatedAt: null };
  const all = listed[0]?.shard === firstShard ? listed : [first, ...listed];
  const parts = all.map(({ shard, updatedAt }) => ({ url: site.mirrorUrl + path.format({ shard }), updatedAt }));
  return sitemapXml('sitemapindex', 'sitemap', parts);
};
