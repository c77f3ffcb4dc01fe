import { packZip } from '../../bundle/archive/archive.ts';
import { foundContent, foundFiles } from '../found.ts';
import type { Loader } from '../reading.ts';
import { chosenVersion } from './named.ts';

export const clawhubArchive: Loader<'clawhubArchive'> = async (reading, asked) => {
  const { author, slug, version } = await chosenVersion(reading, asked);
  const content = await foundContent(reading.view, { author, slug, hash: version.hash });
  const files = await foundFiles(reading.view, content);
  return packZip(await Promise.all(files.map(async ({ path, hash }) => ({ path, bytes: await reading.blob(hash) }))));
};
