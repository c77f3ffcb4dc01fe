import { pagePath } from '../../../contract/pages.ts';
import { pictureName } from '../../../contract/subjects/pictures.ts';
import { picturesNamed } from '../../pictures.ts';
import { skillDetail } from '../../public/getSkill.ts';
import { getSkillVersionFile } from '../../public/getSkillVersionFile.ts';
import { getSkillVersionScan } from '../../public/getSkillVersionScan.ts';
import { listSkillVersionFiles } from '../../public/listSkillVersionFiles.ts';
import type { PageLoader } from '../page.ts';
import { standingVersion } from './standingVersion.ts';

/** One file of a version, to look at. Errors: those of the file's read. */
export const filePage: PageLoader<'filePage'> = async (reading, { path, view, ...at }) => {
  const file = await getSkillVersionFile(reading, { ...at, path });
  const manifest = await listSkillVersionFiles(reading, at);
  // A picture shows itself.
  const [among, text] = pictureName.test(path)
    ? [manifest.files.filter((other) => other.path === path), path]
    : [manifest.files, file.text];
  const skill = await skillDetail(reading, at.author, at.slug);
  return reading.html(pagePath('filePage', at), {
    page: 'filePage',
    site: reading.site,
    skill,
    version: standingVersion(skill, at.hash),
    manifest,
    scan: await getSkillVersionScan(reading, at),
    file,
    pictures: await picturesNamed(reading, among, text),
    view,
  });
};
