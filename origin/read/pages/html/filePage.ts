import { pagePath } from '../../../contract/pages.ts';
import { skillDetail } from '../../public/getSkill.ts';
import { getSkillVersionFile } from '../../public/getSkillVersionFile.ts';
import { getSkillVersionScan } from '../../public/getSkillVersionScan.ts';
import { listSkillVersionFiles } from '../../public/listSkillVersionFiles.ts';
import type { PageLoader } from '../page.ts';
import { standingVersion } from './standingVersion.ts';

/** One file of a version, to look at. Errors: those of the file's read. */
export const filePage: PageLoader<'filePage'> = async (reading, { path, view, ...at }) => {
  const file = await getSkillVersionFile(reading, { ...at, path });
  const skill = await skillDetail(reading, at.author, at.slug);
  return reading.html(pagePath('filePage', at), {
    page: 'filePage',
    site: reading.site,
    skill,
    version: standingVersion(skill, at.hash),
    manifest: await listSkillVersionFiles(reading, at),
    scan: await getSkillVersionScan(reading, at),
    file,
    view,
  });
};
