/** What a person may not change, found before anything is changed. */
import { accessSync, constants, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kindOf } from '../home.ts';

/** The folder that something at this path would be made in, or moved out of, where that can't be; else undefined. */
export async function fixedAround(path: string): Promise<string | undefined> {
  let folder = dirname(path);
  while ((await kindOf(folder)) === 'nothing' && folder !== dirname(folder)) folder = dirname(folder);
  return isWritable(folder) ? undefined : folder;
}

/** The first folder at this path or below that nothing can be taken out of. A folder has to be writable to be moved, too. */
export async function fixedWithin(path: string): Promise<string | undefined> {
  if ((await kindOf(path)) !== 'folder') return undefined;
  if (!isWritable(path)) return path;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const found = entry.isDirectory() ? await fixedWithin(join(path, entry.name)) : undefined;
    if (found) return found;
  }
  return undefined;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** As a sentence; `folder` as people name it. */
export const fixedText = (folder: string): string =>
  `${folder} is read-only for you. To change that: chmod u+w, or ask its owner.`;
