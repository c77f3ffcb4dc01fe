/** Folders on disk as skills: where they are, and their files. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { BundleFile } from '../../origin/bundle/bundleFile.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { limits } from '../../origin/contract/fields.ts';
import { isLeftOut } from '../../origin/contract/segments.ts';

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

/** Errors: `bundle_invalid` for links and other special files, `payload_too_large` before an oversize file is read. */
export async function readSkillFolder(folder: string): Promise<BundleFile[]> {
  const files: BundleFile[] = [];
  let total = 0;
  for await (const file of filesBelow(folder)) {
    const path = relative(folder, file).split(sep).join('/');
    const found = await lstat(file);
    if (!found.isFile()) throw new ApiError('bundle_invalid', `"${path}" is not a regular file.`, { path });
    total += found.size;
    if (found.size > limits.file || total > limits.unpacked || files.length === limits.files) {
      throw new ApiError('payload_too_large', `"${path}" takes the bundle over the limits.`, { path });
    }
    files.push({ path, bytes: await readFile(file) });
  }
  return files;
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isLeftOut(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
