import { getSkillVersionBundle } from '../../public/getSkillVersionBundle.ts';
import type { PageLoader } from '../page.ts';

/** One version whole, byte for byte the API's bundle: what the index of a skill of several files points to. */
export const versionArchive: PageLoader<'versionArchive'> = (reading, at) => getSkillVersionBundle(reading, at);
