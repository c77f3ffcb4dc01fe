/** One process at a time works in the folder of a copy. */
import { locked } from '../lock.ts';
import { makeFolder } from '../sync/store/durable.ts';
import { type MirrorFolder, openMirrorFolder } from './folder.ts';

/** `patience`: milliseconds. Errors: `Busy`; `Failure` of a folder with something else in it. */
export async function alone<T>(root: string, patience: number, work: (folder: MirrorFolder) => Promise<T>): Promise<T> {
  // Before anything is put there.
  await openMirrorFolder(root);
  await makeFolder(root);
  const lock = { lock: `${root}/lock`, staging: root, purpose: 'mirror', patience };
  return locked(lock, async () => work(await openMirrorFolder(root)));
}
