/** The files of a folder that make a skill, and what is left out of it: the same for lint, publish and whatever packs one. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { BundleFile } from '../../origin/bundle/bundleFile.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { limits } from '../../origin/contract/fields.ts';
import type { RuleStack } from '../../origin/contract/grammar/ignored.ts';
import { isLeftOut } from '../../origin/contract/grammar/segments.ts';
import { isIgnored, rulesAround, rulesIn } from './ignored.ts';

export interface Packed {
  files: BundleFile[];
  leftOut: LeftOut;
}

/** A folder that is left out counts once and ends with a slash; what is in it is not looked at. */
export interface LeftOut {
  count: number;
  /** The first of them. */
  paths: string[];
}

/** More than anyone reads. */
const namedLeftOut = 100;

/** Errors: `bundle_invalid` for links and other special files, `payload_too_large` before an oversize file is read. */
export async function packFolder(folder: string): Promise<Packed> {
  const packed: Packed = { files: [], leftOut: { count: 0, paths: [] } };
  let total = 0;
  await walk(folder, await rulesAround(folder));
  return packed;

  async function walk(at: string, outside: RuleStack): Promise<void> {
    const stack = await rulesIn(at, outside);
    const entries = await readdir(at, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(at, entry.name);
      const isFolder = entry.isDirectory();
      if (isLeftOut(entry.name) || isIgnored(stack, path, isFolder)) leaveOut(path, isFolder);
      else if (isFolder) await walk(path, stack);
      else await take(path);
    }
  }

  function leaveOut(path: string, isFolder: boolean): void {
    packed.leftOut.count += 1;
    if (packed.leftOut.paths.length < namedLeftOut) packed.leftOut.paths.push(named(path) + (isFolder ? '/' : ''));
  }

  async function take(file: string): Promise<void> {
    const path = named(file);
    const found = await lstat(file);
    if (!found.isFile()) throw new ApiError('bundle_invalid', `"${path}" is not a regular file.`, { path });
    total += found.size;
    if (found.size > limits.file || total > limits.unpacked || packed.files.length === limits.files) {
      throw new ApiError('payload_too_large', `"${path}" takes the bundle over the limits.`, { path });
    }
    packed.files.push({ path, bytes: await readFile(file) });
  }

  function named(path: string): string {
    return relative(folder, path).split(sep).join('/');
  }
}
