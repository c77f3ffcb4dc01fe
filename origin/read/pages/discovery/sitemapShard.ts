import { ApiError } from '../../../contract/errors.ts';
import { allGuides } from '../../../contract/grammar/guides.ts';
import { pageIds, pageOf, pagePath, pages } from '../../../contract/pages.ts';
import { kitsInShard, profilesInShard, skillsInShard } from '../../../store/skills/sitemap.ts';
import type { PageLoader } from '../page.ts';
import { firstShard, sitemapXml } from './sitemapXml.ts';

/** The home page, the lists and the documentation. */
const fixedPaths = [
  ...pageIds
    .filter((id) => pageOf(id).media === 'text/html' && !pageOf(id).isAccount && !pageOf(id).onDemand)
    .map((id) => pages[id].path)
    .filter((path) => !path.includes('{')),
  ...allGuides.map((guide) => pagePath('guidePage', { guide })),
];

/** One part of the sitemap. Errors: `not_found` where it would list nothing. */
export const sitemapShard: PageLoader<'sitemapShard'> = async ({ view, site }, { shard }) => {
  const profiles = await profilesInShard(view, shard);
  const skills = await skillsInShard(view, shard);
  const kits = await kitsInShard(view, shard);
  const places = [
    ...(shard === firstShard ? fixedPaths : []).map((path) => ({ path, updatedAt: null })),
    ...profiles.map(({ handle }) => ({ path: pagePath('profilePage', { author: handle ?? '' }), updatedAt: null })),
    ...kits.map(({ owner, slug, updated_at }) => ({
      path: pagePath('kitPage', { owner: owner ?? '', slug }),
      updatedAt: updated_at,
    })),
    ...skills.map(({ author, slug, updated_at }) => ({
      path: pagePath('skillPage', { author: author ?? '', slug }),
      updatedAt: updated_at,
    })),
  ];
  if (places.length === 0) throw new ApiError('not_found', `The sitemap has no part ${shard}.`);
  return sitemapXml(
    'urlset',
    'url',
    places.map(({ path, updatedAt }) => ({ url: site.mirrorUrl + path, updatedAt })),
  );
};
