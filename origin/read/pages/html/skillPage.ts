import { pagePath } from '../../../contract/pages.ts';
import { kitNames } from '../../../store/kits/kits.ts';
import { foundSkill } from '../../found.ts';
import { picturesNamed } from '../../pictures.ts';
import { skillDetail } from '../../public/getSkill.ts';
import { getSkillVersionFile } from '../../public/getSkillVersionFile.ts';
import { getSkillVersionScan } from '../../public/getSkillVersionScan.ts';
import { getSkillVersionSignature } from '../../public/getSkillVersionSignature.ts';
import { listSkillVersionFiles } from '../../public/listSkillVersionFiles.ts';
import { similarTo } from '../../similar.ts';
import type { PageLoader } from '../page.ts';

/** A skill that everybody wants is in more kits than a page has room for. */
const namedKits = 12;

/** Deprecated skills keep their page, with a banner. */
export const skillPage: PageLoader<'skillPage'> = async (reading, { author, slug }) => {
  const skill = await skillDetail(reading, author, slug);
  const { id } = await foundSkill(reading.view, author, slug);
  const latest = { author, slug, hash: skill.latest_hash };
  const { text } = await getSkillVersionFile(reading, { ...latest, path: 'SKILL.md' });
  const manifest = await listSkillVersionFiles(reading, latest);
  return reading.html(pagePath('skillPage', { author, slug }), {
    page: 'skillPage',
    site: reading.site,
    skill,
    manifest,
    scan: await getSkillVersionScan(reading, latest),
    signature: await getSkillVersionSignature(reading, latest),
    inKits: await kitNames(reading.view, id, namedKits),
    similar: await similarTo(reading.view, id),
    skillMd: text,
    pictures: await picturesNamed(reading, manifest.files, text),
  });
};
