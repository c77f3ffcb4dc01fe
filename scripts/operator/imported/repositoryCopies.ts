import type { BundleFile } from '../../../origin/bundle/bundleFile.ts';
import { ApiError } from '../../../origin/contract/errors.ts';
import type { Copy } from './copy.ts';
import { GitRefusal } from './git.ts';
import { folderUrl, type GitAddress } from './gitAddress.ts';
import type { TreeEntry } from './gitObjects.ts';
import type { GitSource } from './gitSource.ts';
import { isLicenseFile, licenseOf, maxLicenseBytes } from './license.ts';
import { checkEntries, refusePointers, skillsIn, type TreeSkill } from './treeSkills.ts';

/** The skills of a fetched repository, all of one author. Throws where it has none. */
export async function repositoryCopies(source: GitSource, address: GitAddress, author: string): Promise<Copy[]> {
  const skills = skillsIn(source.entries, address.name);
  if (skills.length === 0) throw new GitRefusal(`${address.url} has no SKILL.md.`);
  const root = await filesOf(source, source.entries.filter(isRootLicense));
  return skills.map((skill) => ({
    author,
    slug: skill.slug,
    read: async () => {
      refuseNamesake(skill);
      checkEntries(skill.entries);
      const files = await filesOf(source, skill.entries);
      refusePointers(files);
      const url = folderUrl(address, source.commit, skill.folder);
      return { files, source: { url, license: licenseOf(files, root) } };
    },
  }));
}

const isRootLicense = ({ path, mode, size }: TreeEntry): boolean =>
  mode.startsWith('100') && size <= maxLicenseBytes && isLicenseFile(path);

async function filesOf(source: GitSource, entries: readonly TreeEntry[]): Promise<BundleFile[]> {
  const contents = await source.read(entries);
  return entries.map(({ path }, index) => ({ path, bytes: contents[index] as Uint8Array }));
}

function refuseNamesake({ slug, folder, namesake }: TreeSkill): void {
  if (namesake === undefined) return;
  throw new ApiError('conflict', `"${folder}" is left out, since "${namesake || '/'}" is called ${slug} too.`);
}
