import { versionId } from '../../../contract/grammar/ids.ts';
import { pagePath } from '../../../contract/pages.ts';
import { recordOf } from '../../../store/log/read.ts';
import { foundContent } from '../../found.ts';
import { picturesNamed } from '../../pictures.ts';
import { skillDetail } from '../../public/getSkill.ts';
import { getSkillVersionFile } from '../../public/getSkillVersionFile.ts';
import { getSkillVersionScan } from '../../public/getSkillVersionScan.ts';
import { getSkillVersionSignature } from '../../public/getSkillVersionSignature.ts';
import { listSkillVersionFiles } from '../../public/listSkillVersionFiles.ts';
import type { PageLoader } from '../page.ts';
import { standingVersion } from './standingVersion.ts';

/** One version for good, and where it stands among the others now. Errors: those of `foundContent`. */
export const versionPage: PageLoader<'versionPage'> = async (reading, at) => {
  const { description, token_count } = await foundContent(reading.view, at);
  const { text } = await getSkillVersionFile(reading, { ...at, path: 'SKILL.md' });
  const skill = await skillDetail(reading, at.author, at.slug);
  const manifest = await listSkillVersionFiles(reading, at);
  return reading.html(pagePath('versionPage', at), {
    page: 'versionPage',
    site: reading.site,
    skill,
    version: { ...standingVersion(skill, at.hash), description, token_count },
    manifest,
    scan: await getSkillVersionScan(reading, at),
    signature: await getSkillVersionSignature(reading, at),
    record: await recordOf(reading.view.db, versionId.format(at)),
    skillMd: text,
    pictures: await picturesNamed(reading, manifest.files, text),
  });
};
