/** Reads every byte of a copy again, and asks nobody. */
import { faultsOf } from '../../../mirror/snapshot/files/content.ts';
import { openFolder } from '../../../mirror/snapshot/files/folder.ts';
import { namesOf } from './copyFiles.ts';
import type { Copy } from './folder.ts';

export interface CopyFault {
  path: string;
  /** `is missing`, for example. */
  what: string;
}

export async function faultsIn(copy: Copy): Promise<CopyFault[]> {
  const { entries } = await copy.index();
  const files = openFolder(copy.root);
  const [faults, named] = [[] as CopyFault[], new Set<string>()];
  for (const entry of entries.values()) {
    for (const name of namesOf(entry)) named.add(name);
    for (const { path, what } of await faultsOf(files, entry)) faults.push({ path, what });
  }
  for await (const path of files.list()) if (!named.has(path)) faults.push({ path, what: 'is nothing of the copy' });
  for (const path of copy.state.lost ?? [])
    if (!entries.has(path)) faults.push({ path, what: 'is missing: the registry had lost it' });
  return faults.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
