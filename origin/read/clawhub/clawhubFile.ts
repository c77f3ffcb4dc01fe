import { ApiError } from '../../contract/errors.ts';
import { foundContent, foundFiles } from '../found.ts';
import type { Loader } from '../reading.ts';
import { chosenVersion } from './named.ts';

export const clawhubFile: Loader<'clawhubFile'> = async (reading, asked) => {
  const { author, slug, version } = await chosenVersion(reading, asked);
  const content = await foundContent(reading.view, { author, slug, hash: version.hash });
  const { path } = asked;
  const file = (await foundFiles(reading.view, content)).find((candidate) => candidate.path === path);
  if (!file) throw new ApiError('file_not_found', `${author}/${slug} has no file "${path}".`, { path });
  return reading.blob(file.hash);
};
