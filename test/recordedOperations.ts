/** What a program did to files and in which order, and rules for that: see recordOperations.ts. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface Operation {
  does: 'write' | 'truncate' | 'rename' | 'link' | 'remove' | 'sync' | 'commit';
  path: string;
  /** Of a rename, where it goes; of a link, what it points to. */
  to?: string;
}

const recorder = join(import.meta.dirname, 'recordOperations.ts');

/** What a program has to be started with, for its operations to be added to a file. */
export const recordingInto = (file: string) => ({ node: ['--import', recorder], environment: { RECORD_TO: file } });

export async function recordedIn(file: string): Promise<Operation[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/**
 * Renames by which something comes to stand that a power failure could leave without its bytes: what was written there,
 * or below it, was not synced before, or the folder that it is in now was not synced after.
 */
export function undurableRenames(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ does, path, to = '' }, index) => {
    if (does !== 'rename') return [];
    const isOf = (other: Operation) => other.path === path || other.path.startsWith(`${path}/`);
    const before = operations.slice(0, index);
    const written = new Set(before.filter((one) => one.does === 'write' && isOf(one)).map((one) => one.path));
    const unsynced = [...written].filter((file) => {
      const last = (wanted: Operation['does']) =>
        before.findLastIndex((one) => one.does === wanted && one.path === file);
      return last('sync') < last('write');
    });
    const folders = new Set([...written].flatMap((file) => (file === path ? [] : foldersBetween(path, file))));
    const unsyncedFolders = [...folders].filter(
      (folder) => !before.some((one) => one.does === 'sync' && one.path === folder),
    );
    const isKept = operations.slice(index).some((one) => one.does === 'sync' && one.path === dirname(to));
    const missing = [
      ...unsynced.map((file) => `${file} was not synced before it became ${to}`),
      ...unsyncedFolders.map((folder) => `the folder ${folder} was not synced before it became ${to}`),
    ];
    if (written.size > 0 && !isKept) missing.push(`the folder of ${to} was not synced after`);
    return missing;
  });
}

/** The folders that lead from one to a file below it, itself among them. */
function foldersBetween(folder: string, file: string): string[] {
  const found: string[] = [];
  for (let current = dirname(file); current.length >= folder.length; current = dirname(current)) found.push(current);
  return found;
}
