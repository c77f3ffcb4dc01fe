import { foundReadable } from '../../found.ts';
import { getSkill } from '../../public/getSkill.ts';
import { getSkillVersionFile } from '../../public/getSkillVersionFile.ts';
import type { PageLoader } from '../page.ts';

/** The published SKILL.md verbatim (SPEC.md, Origins rule 4). A deprecated skill answers 410, as its record does. */
export const skillMarkdown: PageLoader<'skillMarkdown'> = async (reading, { author, slug }) => {
  await foundReadable(reading.view, author, slug);
  const { latest_hash } = await getSkill(reading, { author, slug });
  return (await getSkillVersionFile(reading, { author, slug, hash: latest_hash, path: 'SKILL.md' })).text;
};
