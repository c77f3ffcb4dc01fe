/** What the snapshot's files were made with: when it differs, files made before are looked at again. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site } from '../../../origin/read/reading.ts';

const root = join(import.meta.dirname, '../../..');

/** The code that decides what an answer says, and the pages' templates. */
const sources = [
  'origin/contract',
  'origin/bundle',
  'origin/scan',
  'origin/signing',
  'origin/store',
  'origin/read',
  'mirror/snapshot',
  'mirror/site',
  'package-lock.json',
];

export async function snapshotFingerprint(site: Site): Promise<string> {
  return `${await digestOfSources(sources)} ${site.mirrorUrl} ${site.originUrl}`;
}

/**
 * SHA-256 over the names and bytes of every file below these paths of the project. A folder's README.md is about the code
 * and changes no byte that is served.
 */
export async function digestOfSources(paths: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  for (const path of paths) {
    for (const file of await filesBelow(join(root, path))) {
      digest.update(`${file.slice(root.length)}\0`).update(await readFile(file));
    }
  }
  return digest.digest('hex');
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'README.md')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
