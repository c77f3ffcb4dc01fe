/** Which folders of a repository are skills, and what is in them. Pure: it sees names and kinds, never contents. */
import { skillFile } from '../../../origin/bundle/paths.ts';
import { ApiError } from '../../../origin/contract/errors.ts';
import { limits } from '../../../origin/contract/fields.ts';
import { isLeftOut, lastSegment } from '../../../origin/contract/grammar/segments.ts';
import type { TreeEntry } from './gitObjects.ts';

export interface TreeSkill {
  slug: string;
  /** Its path in the repository; empty for the root. */
  folder: string;
  /** What is below it, with paths relative to it. One more than a skill may have says that there are more. */
  entries: TreeEntry[];
  /** The folder that took the slug before it. */
  namesake?: string;
}

/**
 * Every folder that holds a SKILL.md, by path; one at the root is called as the repository is. A skill takes along all
 * that is below its folder. One at the root would be the whole repository, so it leaves out the other skills' folders.
 */
export function skillsIn(entries: readonly TreeEntry[], repository: string): TreeSkill[] {
  const kept = entries.filter(({ path }) => !path.split('/').some(isLeftOut));
  const skills = new Map<string, TreeSkill>();
  const taken = new Map<string, string>();
  for (const folder of kept.flatMap(folderOfSkill).sort()) {
    const slug = folder === '' ? repository : lastSegment(folder);
    const namesake = taken.get(slug);
    skills.set(folder, { slug, folder, entries: [], ...(namesake !== undefined && { namesake }) });
    if (namesake === undefined) taken.set(slug, folder);
  }
  for (const entry of kept) {
    for (const folder of ownersOf(entry.path, skills)) {
      const skill = skills.get(folder);
      if (!skill || skill.entries.length > limits.files) continue;
      skill.entries.push({ ...entry, path: folder === '' ? entry.path : entry.path.slice(folder.length + 1) });
    }
  }
  return [...skills.values()];
}

const folderOfSkill = ({ path }: TreeEntry): string[] => {
  if (path === skillFile) return [''];
  return path.endsWith(`/${skillFile}`) ? [path.slice(0, -skillFile.length - 1)] : [];
};

/** The skills' folders that a path is below; the root only where no other is. */
function ownersOf(path: string, skills: ReadonlyMap<string, unknown>): string[] {
  const owners: string[] = [];
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const folder = path.slice(0, slash);
    if (skills.has(folder)) owners.push(folder);
  }
  return owners.length > 0 ? owners : [''];
}

/** Errors: `bundle_invalid` for links and for other repositories, `payload_too_large`, before anything is read. */
export function checkEntries(entries: readonly TreeEntry[]): void {
  let total = 0;
  for (const [index, { path, mode, size }] of entries.entries()) {
    const refuse = (why: string) => new ApiError('bundle_invalid', why, { path });
    if (mode === '120000') throw refuse(`"${path}" is a link.`);
    if (mode === '160000') throw refuse(`"${path}" is another repository (a submodule).`);
    total += size;
    if (size > limits.file || total > limits.unpacked || index >= limits.files) {
      throw new ApiError('payload_too_large', `"${path}" takes the bundle over the limits.`, { path });
    }
  }
}

const pointer = Buffer.from('version https://git-lfs.github.com/spec/v1\n');

/** Errors: `bundle_invalid` for a file that only points to a large-file store, which is not asked. */
export function refusePointers(files: readonly { path: string; bytes: Uint8Array }[]): void {
  const found = files.find(({ bytes }) => pointer.equals(bytes.subarray(0, pointer.length)));
  if (!found) return;
  const { path } = found;
  throw new ApiError('bundle_invalid', `"${path}" is not in the repository itself: it is kept in Git LFS.`, { path });
}
