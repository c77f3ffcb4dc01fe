/** A folder on disk as the files of a bundle. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { BundleFile } from '../../origin/bundle/archive.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { limits } from '../../origin/contract/fields.ts';

/** What version control and file managers leave in folders, which nobody means to publish. */
const leftOut = new Set(['.git', '.svn', '.hg', '.DS_Store', 'Thumbs.db', 'node_modules']);

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
    if (leftOut.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
