/** What stands at a place in a project's folders, told by its bytes. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { manifestOf, versionHash } from '../../../origin/bundle/manifest.ts';
import type { SyncHome } from '../sync/home.ts';
import { hashOfVersion, litter, versionAt } from '../sync/store/versions.ts';

export type Standing =
  | { kind: 'nothing' }
  /** A folder of real files, by the hash that a version of just these files has, and theirs. */
  | { kind: 'folder'; hash: string; files: string[] }
  /** A link into this machine's store. */
  | { kind: 'link'; hash: string; version: string }
  /** A file, a link elsewhere, or a folder that no version can be. */
  | { kind: 'other' };

/** What systems and interpreters leave in a folder does not count. Reads every byte. */
export function standingAt(path: string, home: SyncHome): Standing {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return { kind: 'nothing' };
  if (stats.isSymbolicLink()) {
    const version = versionAt(home, readlinkSync(path));
    return version ? { kind: 'link', version, hash: hashOfVersion(version) } : { kind: 'other' };
  }
  const files = stats.isDirectory() ? filesIn(path) : undefined;
  if (!files) return { kind: 'other' };
  const manifest = manifestOf(files);
  return { kind: 'folder', hash: versionHash(manifest), files: manifest.map(({ hash }) => hash) };
}

/** Tells what stands at a path from anything else that could, but for litter. Reads every byte of a folder. */
export function markOf(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return 'nothing';
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  const files = stats.isDirectory() ? filesIn(path) : undefined;
  return files ? versionHash(manifestOf(files)) : 'other';
}

/** What a version of this folder has. Undefined where something is neither a file nor a folder. */
export function filesIn(root: string): { path: string; bytes: Uint8Array }[] | undefined {
  const files: { path: string; bytes: Uint8Array }[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (litter.test(path)) continue;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push({ path, bytes: readFileSync(join(root, path)) });
      else return undefined;
    }
  }
  return files;
}
