/** What stands in agents' folders, without following anything. */
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncHome } from '../home.ts';
import { versionAt } from '../store/versions.ts';

/** The one name that is in use for a moment in a folder while a link is switched. A killed sync may leave it. */
export const unfinishedName = '.skill-registry.unfinished';

export type FolderEntry =
  /** A link into our versions; `isWhole` tells whether its target is there. */
  | { kind: 'ours'; version: string; isWhole: boolean }
  /** Whatever else: it is not for us to touch. */
  | { kind: 'other' };

/** Everything in the folders, by its path. A folder that is missing holds nothing. One look costs a readlink a link. */
export function readFolders(home: SyncHome, folders: readonly string[]): Map<string, FolderEntry> {
  const found = new Map<string, FolderEntry>();
  for (const folder of folders) {
    for (const entry of entriesOf(folder)) {
      if (entry.name === unfinishedName) continue;
      const path = join(folder, entry.name);
      const version = entry.isSymbolicLink() ? ourVersion(home, path) : undefined;
      if (!version) found.set(path, { kind: 'other' });
      else found.set(path, { kind: 'ours', version, isWhole: existsSync(join(path, 'SKILL.md')) });
    }
  }
  return found;
}

function ourVersion(home: SyncHome, path: string): string | undefined {
  try {
    return versionAt(home, readlinkSync(path));
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
