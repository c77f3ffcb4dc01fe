/**
 * Folders that git would take for a repository once skills stand in them. No bundle is one (origin/bundle/paths.ts); but
 * skills called `objects` and `refs` next to a `HEAD` that somebody committed make one, and git runs what its `config` names.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The first such folder from `root` down to these places, which are absolute; undefined where there is none. */
export function gitFolderAround(root: string, places: readonly string[]): string | undefined {
  const coming = new Map<string, Set<string>>();
  for (const place of places) {
    for (let path = place; path !== root && path !== dirname(path); path = dirname(path)) {
      const names = coming.get(dirname(path)) ?? new Set();
      coming.set(dirname(path), names.add(basename(path).toLowerCase()));
    }
  }
  return [...coming].find(([folder, names]) => isGitFolder(folder, names))?.[0];
}

/** As is_git_directory in git's setup.c, by names alone, and as file systems compare them that fold case. */
function isGitFolder(folder: string, coming: ReadonlySet<string>): boolean {
  const there = entriesOf(folder);
  if (!there.some((entry) => entry.name.toLowerCase() === 'head' && !entry.isDirectory())) return false;
  const names = new Set([...coming, ...there.map(({ name }) => name.toLowerCase())]);
  return names.has('commondir') || (names.has('objects') && names.has('refs'));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** As a sentence; `folder` as people name it. */
export const gitFolderText = (folder: string): string =>
  `${folder} would be a git repository, because of the HEAD in it, and git runs commands that a repository’s config names. Move HEAD away.`;
