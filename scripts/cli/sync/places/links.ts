/** Links in agents' folders: made where nothing is, switched in one step, taken away. */
import { cp, rename, rm, symlink, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { kindOf, type SyncHome } from '../home.ts';
import { syncFolder, syncTree } from '../store/durable.ts';
import { freePlace } from '../store/versions.ts';
import { unfinishedName } from './folderEntries.ts';

/** On Windows a junction: it needs no privilege. */
const linkType = process.platform === 'win32' ? 'junction' : 'dir';

/** Errors: `EEXIST` where something stands there by now. */
export const placeLink = (path: string, target: string): Promise<void> => symlink(target, path, linkType);

/**
 * Whoever reads sees the old version or the new one; on Windows, where no rename replaces a folder and a junction is one,
 * nothing for a moment. Killed in it, the next sync finds no link and makes one. Needs the lock.
 */
export async function switchLink(path: string, target: string): Promise<void> {
  const unfinished = join(dirname(path), unfinishedName);
  await removeUnfinished(dirname(path));
  await symlink(target, unfinished, linkType);
  if (process.platform === 'win32') await unlink(path);
  await rename(unfinished, path);
}

export const removeLink = (path: string): Promise<void> => unlink(path);

/** Clears away what a killed sync left in a folder. Needs the lock. */
export async function removeUnfinished(folder: string): Promise<void> {
  const unfinished = join(folder, unfinishedName);
  if ((await kindOf(unfinished)) === 'link') await unlink(unfinished);
}

/** Moves what a person put in our place to where it stays, and returns that. */
export async function moveToKept({ kept }: SyncHome, path: string): Promise<string> {
  const place = await freePlace(kept, basename(path));
  try {
    await rename(path, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await cp(path, place, { recursive: true, verbatimSymlinks: true, errorOnExist: true });
    await syncTree(place);
    await syncFolder(dirname(place));
    await rm(path, { recursive: true });
  }
  return place;
}
