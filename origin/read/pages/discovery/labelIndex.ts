import { ApiError } from '../../../contract/errors.ts';
import { foundReadable } from '../../found.ts';
import { skillDetail } from '../../public/getSkill.ts';
import type { PageLoader } from '../page.ts';
import { versionIndex } from './versionIndex.ts';

/** One version by its label. Errors: those of `foundReadable` and `foundContent`, `version_not_found`. */
export const labelIndex: PageLoader<'labelIndex'> = async (reading, { author, slug, label }) => {
  await foundReadable(reading.view, author, slug);
  const { versions } = await skillDetail(reading, author, slug);
  const version = versions.find(({ version_label }) => version_label === label);
  if (!version) throw new ApiError('version_not_found', `${author}/${slug} has no version "${label}".`);
  return versionIndex(reading, { author, slug, hash: version.hash });
};
