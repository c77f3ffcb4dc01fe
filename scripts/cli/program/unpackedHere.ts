/** This copy of the CLI as files. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { BundleFile } from '../../../origin/bundle/bundleFile.ts';
import { inOrder } from './served.ts';

/** What was unpacked into the folder, in the order in which it is put somewhere. */
export async function packageFiles(folder: string): Promise<BundleFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(async (file) => ({
    path: relative(folder, file).replaceAll(sep, '/'),
    bytes: await readFile(file),
  }));
  return inOrder(await Promise.all(read));
}
