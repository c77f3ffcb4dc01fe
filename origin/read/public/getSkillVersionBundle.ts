import { packArchive } from '../../bundle/archive/archive.ts';
import { foundContent, foundFiles } from '../found.ts';
import type { Loader } from '../reading.ts';

export const getSkillVersionBundle: Loader<'getSkillVersionBundle'> = async ({ view, blob, archives }, at) => {
  const version = await foundContent(view, at);
  const files = await foundFiles(view, version);
  const read = () => Promise.all(files.map(async ({ path, hash }) => ({ path, bytes: await blob(hash) })));
  if (!archives) return packArchive(await read());
  return archives.archiveOf(
    version.hash,
    files.reduce((sum, { size }) => sum + size, 0),
    read,
  );
};
