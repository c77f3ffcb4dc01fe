/** What a person may not change, found before anything is changed. */
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { kindOf } from './home.ts';

/** The folder that something at this path would be made in, or moved out of, where that can't be; else undefined. */
export async function fixedAround(path: string): Promise<string | undefined> {
  let folder = dirname(path);
  while ((await kindOf(folder)) === 'nothing' && folder !== dirname(folder)) folder = dirname(folder);
  return (await isWritable(folder)) ? undefined : folder;
}

/** The first folder at this path or below that nothing can be taken out of. A folder has to be writable to be moved, too. */
export async function fixedWithin(path: string): Promise<string | undefined> {
  if ((await kindOf(path)) !== 'folder') return undefined;
  if (!(await isWritable(path))) return path;
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const found = entry.isDirectory() ? await fixedWithin(join(path, entry.name)) : undefined;
    if (found) return found;
  }
  return undefined;
}

const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

/** As a sentence; `folder` as people name it. */
export const fixedText = (folder: string): string =>
  `${folder} is read-only for you. To change that: chmod u+w, or ask its owner.`;
