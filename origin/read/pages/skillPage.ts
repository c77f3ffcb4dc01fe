import { skillDetail } from '../getSkill.ts';
import { getSkillVersionFile } from '../getSkillVersionFile.ts';
import { getSkillVersionScan } from '../getSkillVersionScan.ts';
import { getSkillVersionSignature } from '../getSkillVersionSignature.ts';
import { listKitsForSkill } from '../listKitsForSkill.ts';
import { listSkillVersionFiles } from '../listSkillVersionFiles.ts';
import type { PageLoader } from './page.ts';

/** Deprecated skills keep their page, with a banner. */
export const skillPage: PageLoader<'skillPage'> = async (reading, { author, slug }) => {
  const skill = await skillDetail(reading, author, slug);
  const latest = { author, slug, hash: skill.latest_hash };
  const { text } = await getSkillVersionFile(reading, { ...latest, path: 'SKILL.md' });
  const { kits } = await listKitsForSkill(reading, { author, slug });
  return reading.html(`/${author}/${slug}`, {
    page: 'skillPage',
    site: reading.site,
    skill,
    manifest: await listSkillVersionFiles(reading, latest),
    scan: await getSkillVersionScan(reading, latest),
    signature: await getSkillVersionSignature(reading, latest),
    kits: kits.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ owner, slug, name }) => ({ owner, slug, name })),
    skillMd: text,
  });
};
