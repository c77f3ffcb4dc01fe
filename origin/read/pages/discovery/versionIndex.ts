import { foundContent } from '../../found.ts';
import type { PageLoader } from '../page.ts';
import { skillsIndex } from './skillsIndex.ts';

/** One version, whatever came after it. Errors: those of `foundContent`. */
export const versionIndex: PageLoader<'versionIndex'> = async ({ view }, { author, slug, hash }) => {
  const { id } = await foundContent(view, { author, slug, hash });
  return skillsIndex(view, [{ author, slug, versionId: id }]);
};
