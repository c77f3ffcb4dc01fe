/**
 * What lists every skill of a profile or a kit, or of a part of the sitemap, however many. Of one that has many it would be written
 * again in full with each of their changes: so it is no file then, and made when it is asked for.
 */
import { entitySkillsAtOnce } from '../../../origin/contract/pages.ts';
import { totalsOfKit } from '../../../origin/store/kits/kits.ts';
import { totalsOfOwner } from '../../../origin/store/skills/ofOwner.ts';
import { hasMoreInShard } from '../../../origin/store/skills/sitemap.ts';
import type { View } from '../../../origin/store/view.ts';
import type { Address, PrebuiltId } from './address.ts';

const ids: ReadonlySet<string> = new Set<PrebuiltId>([
  'getProfile',
  'profileIndex',
  'getKitByHandle',
  'kitIndex',
  'sitemapShard',
]);

/** Skills of a part of the sitemap that is a file: a registry has some 130,000 then. */
export const shardSkillsInFile = 500;

export const listsEverySkill = (id: string): boolean => ids.has(id);

/** Whether it is too long for a file, as the view shows it. */
export async function isTooLong(view: View, { id, values }: Address): Promise<boolean> {
  if (!listsEverySkill(id)) return false;
  const { author = '', owner, slug = '', shard = '' } = values;
  if (id === 'sitemapShard') return hasMoreInShard(view, shard, shardSkillsInFile);
  const { skills } = await (owner ? totalsOfKit(view, owner, slug) : totalsOfOwner(view, author));
  return skills > entitySkillsAtOnce;
}
