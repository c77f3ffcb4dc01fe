import { foundContent, foundReadable } from '../../found.ts';
import type { PageLoader } from '../page.ts';
import { skillsIndex } from './skillsIndex.ts';

/** One skill at its latest version, deprecated or not: installed copies ask here whether they are current. */
export const skillIndex: PageLoader<'skillIndex'> = async ({ view }, { author, slug }) => {
  const { latest_hash } = await foundReadable(view, author, slug);
  const { id } = await foundContent(view, { author, slug, hash: latest_hash });
  return skillsIndex(view, [{ author, slug, versionId: id }]);
};
