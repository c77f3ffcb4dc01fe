import { kitNames } from '../../store/kits.ts';
import { foundSkill } from '../found.ts';
import { skillDetail } from '../getSkill.ts';
import { getSkillVersionFile } from '../getSkillVersionFile.ts';
import { getSkillVersionScan } from '../getSkillVersionScan.ts';
import { getSkillVersionSignature } from '../getSkillVersionSignature.ts';
import { listSkillVersionFiles } from '../listSkillVersionFiles.ts';
import type { PageLoader } from './page.ts';

/** A skill that everybody wants is in more kits than a page has room for. */
const namedKits = 12;

/** Deprecated skills keep their page, with a banner. */
export const skillPage: PageLoader<'skillPage'> = async (reading, { author, slug }) => {
  const skill = await skillDetail(reading, author, slug);
  const latest = { author, slug, hash: skill.latest_hash };
  const { text } = await getSkillVersionFile(reading, { ...latest, path: 'SKILL.md' });
  return reading.html(`/${author}/${slug}`, {
    page: 'skillPage',
    site: reading.site,
    skill,
    manifest: await listSkillVersionFiles(reading, latest),
    scan: await getSkillVersionScan(reading, latest),
    signature: await getSkillVersionSignature(reading, latest),
    inKits: await kitNames(reading.view, (await foundSkill(reading.view, author, slug)).id, namedKits),
    skillMd: text,
  });
};
