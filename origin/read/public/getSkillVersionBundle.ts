import { packedVersion } from '../packed.ts';
import type { Loader } from '../reading.ts';

export const getSkillVersionBundle: Loader<'getSkillVersionBundle'> = (reading, at) =>
  packedVersion(reading, at, 'tar.gz');
