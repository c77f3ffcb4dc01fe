import { getSkillVersionFile } from '../../public/getSkillVersionFile.ts';
import type { PageLoader } from '../page.ts';

/** The SKILL.md of one version, byte for byte: what the index of a skill of one file points to. */
export const versionMarkdown: PageLoader<'versionMarkdown'> = async (reading, at) =>
  (await getSkillVersionFile(reading, { ...at, path: 'SKILL.md' })).text;
