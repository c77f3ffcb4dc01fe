/** Folders on disk that hold skills, and where those are. */
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

export interface SkillFolder {
  author: string;
  slug: string;
  folder: string;
}

/** Every `<author>/<slug>` folder below a directory, by name. Throws where there is none. */
export async function skillFolders(directory: string): Promise<SkillFolder[]> {
  const root = resolve(directory);
  const folders: SkillFolder[] = [];
  for (const author of await foldersIn(root)) {
    for (const folder of await foldersIn(author)) {
      folders.push({ author: basename(author), slug: basename(folder), folder });
    }
  }
  if (folders.length === 0) throw new Error(`${root} has no <author>/<slug> folders.`);
  return folders;
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(path, entry.name))
    .sort();
}
