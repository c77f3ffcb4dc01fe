import { foundContent, foundFiles } from '../found.ts';
import type { Loader } from '../reading.ts';

export const listSkillVersionFiles: Loader<'listSkillVersionFiles'> = async ({ view }, { author, slug, hash }) => {
  const version = await foundContent(view, { author, slug, hash });
  const files = await foundFiles(view, version);
  return {
    schema_version: 1,
    hash,
    author,
    slug,
    files: files.map(({ path, size, hash }) => ({ path, size, hash })),
  };
};
