import { packedVersion } from '../packed.ts';
import type { Loader } from '../reading.ts';
import { chosenVersion } from './named.ts';

export const clawhubArchive: Loader<'clawhubArchive'> = async (reading, asked) => {
  const { author, slug, version } = await chosenVersion(reading, asked);
  return packedVersion(reading, { author, slug, hash: version.hash }, 'zip');
};
