/** How much of a tag the file system under the mirror's files can hold as a file's time: the origin and the mirror ask the same. */
import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TagBits } from '../contract/headers/cache.ts';
import { makeFolder } from './durable.ts';

/** The folder of a data directory that the mirror's files are in. */
export const mirrorFolder = (dataDir: string): string => join(dataDir, 'mirror');

/** The folder in which mirrors leave what they counted. */
export const downloadsFolder = (dataDir: string): string => join(mirrorFolder(dataDir), 'downloads');

/** The latest time that a tag of 33 bits can be, in Unix seconds. */
const latest = 2 ** 33 - 1;

interface TagPlace {
  dataDir: string;
  role?: string | undefined;
  databaseUrl?: string | undefined;
  catalogUrl?: string | undefined;
}

/**
 * 31 where the programs may be on several machines, since each could find something else there; and on a file system whose times end in 2038, such as ext4 with inodes of 128 bytes. Tried with each start, on a file that
 * stays: a mirror that may only read finds there what the others found. It is tried in place, so that who is killed on the
 * way leaves nothing else behind: everyone who may write sets the time before they look.
 */
export async function tagBitsOf(
  { dataDir, role = 'all', databaseUrl, catalogUrl }: TagPlace,
  setTime: typeof utimes = utimes,
): Promise<TagBits> {
  if (role !== 'all' || databaseUrl || catalogUrl) return 31;
  const folder = mirrorFolder(dataDir);
  const probe = join(folder, 'latest-time');
  let isMade = false;
  try {
    await makeFolder(folder);
    isMade = await makeFile(probe);
    await setTime(probe, latest, latest);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (isMade) await rm(probe, { force: true }).catch(() => undefined);
    if (!['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(code)) throw error;
  }
  const found = await stat(probe).catch(() => undefined);
  return found && Math.floor(found.mtimeMs / 1000) !== latest ? 31 : 33;
}

/** False where it was there. */
const makeFile = (file: string): Promise<boolean> =>
  writeFile(file, '', { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
