/** Folders on disk that hold skills, and where those are. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { skillFile } from '../../../origin/bundle/paths.ts';

export interface SkillFolder {
  author: string;
  slug: string;
  folder: string;
}

/** Every `<author>/<slug>` folder below a directory, by name. Throws where there is none, and where skills lie deeper or higher. */
export async function skillFolders(directory: string): Promise<SkillFolder[]> {
  const root = resolve(directory);
  const authors = await foldersIn(root);
  const folders = (await Promise.all(authors.map(foldersIn))).flat();
  if (!folders.some(hasSkill)) {
    const misplaced = [root, ...authors].find(hasSkill) ?? (await firstBelow(folders));
    if (misplaced !== undefined) throw new Error(elsewhere(root, misplaced));
  }
  if (folders.length === 0) throw new Error(`${root} has no <author>/<slug> folders.`);
  return folders.map((folder) => ({ author: basename(dirname(folder)), slug: basename(folder), folder }));
}

/** For who names the folder above the right one, one author's, or a skill's. */
function elsewhere(root: string, skill: string): string {
  const right = dirname(dirname(skill));
  const name = relative(right, join(skill, skillFile));
  return `${root} has no <author>/<slug>/${skillFile}. To import ${name}, name ${right}.`;
}

const hasSkill = (folder: string): boolean => existsSync(join(folder, skillFile));

async function firstBelow(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    // What can't be read is told of by who publishes it.
    const found = (await foldersIn(folder).catch(() => [])).find(hasSkill);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(path, entry.name))
    .sort();
}
