import { packArchive } from '../bundle/archive.ts';
import { versionContent } from './content.ts';
import type { Loader } from './reading.ts';

export const getSkillVersionBundle: Loader<'getSkillVersionBundle'> = async (reading, at) =>
  packArchive((await versionContent(reading, at)).files);
