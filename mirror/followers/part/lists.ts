/** Files that list skills: of a part of a registry each mirror makes its own, which list what is there. */
import type { Address, PrebuiltId } from '../../snapshot/address/address.ts';

const lists: ReadonlySet<PrebuiltId> = new Set([
  ...(['listSkills', 'listKits', 'listPeople', 'listActivity', 'getRegistryStats', 'homePage', 'skillsPage'] as const),
  ...(['kitsPage', 'peoplePage', 'activityPage', 'activityRss', 'activityJson', 'statsPage'] as const),
  ...(['llmsText', 'rootIndex', 'sitemapIndex', 'sitemapShard'] as const),
]);

/** Of the whole registry, or of one who publishes. */
export const listsSkills = ({ id, values }: Address): boolean =>
  lists.has(id) || (values['author'] !== undefined && values['slug'] === undefined);
