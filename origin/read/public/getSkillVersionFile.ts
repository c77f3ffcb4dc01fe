import { decodeText } from '../../bundle/decode.ts';
import { ApiError } from '../../contract/errors.ts';
import { foundContent, foundFiles } from '../found.ts';
import type { Loader } from '../reading.ts';

export const getSkillVersionFile: Loader<'getSkillVersionFile'> = async (
  { view, blob },
  { author, slug, hash, path },
) => {
  const version = await foundContent(view, { author, slug, hash });
  const file = (await foundFiles(view, version)).find((candidate) => candidate.path === path);
  if (!file) throw new ApiError('file_not_found', `${author}/${slug} has no file "${path}" in ${hash}.`, { path });
  const { text, encoding } = decodeText(await blob(file.hash));
  return { schema_version: 1, hash, author, slug, path, size: file.size, text, encoding };
};
