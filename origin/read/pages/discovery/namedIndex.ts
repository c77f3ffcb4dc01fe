import { foundReadable } from '../../found.ts';
import { skillDetail } from '../../public/getSkill.ts';
import type { PageLoader } from '../page.ts';
import { labelIndex } from './labelIndex.ts';
import { skillIndex } from './skillIndex.ts';

/**
 * Behind the `@` stands the skill’s own name, as `npx skills find` writes it for the latest version; or the label of a
 * version; or `latest`, where no version has that label.
 */
export const namedIndex: PageLoader<'namedIndex'> = async (reading, { author, slug, label }) => {
  if (label === slug) return skillIndex(reading, { author, slug });
  if (label !== 'latest') return labelIndex(reading, { author, slug, label });
  await foundReadable(reading.view, author, slug);
  const { versions } = await skillDetail(reading, author, slug);
  const isLabel = versions.some(({ version_label }) => version_label === label);
  return isLabel ? labelIndex(reading, { author, slug, label }) : skillIndex(reading, { author, slug });
};
