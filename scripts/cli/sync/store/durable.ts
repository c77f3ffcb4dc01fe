/** Writes that are whole or not there, also after a power failure. */
import { closeSync, fsync, lstatSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder as make } from '../../../../origin/store/durable.ts';

// All but the wait for the disk takes less time here than it takes to hand it to a thread.
const flush = promisify(fsync);

/** A new file, on disk when this resolves. Never writes through a link or over a file. */
export async function writeNewFile(file: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const descriptor = openSync(file, 'wx', mode);
  try {
    writeFileSync(descriptor, content);
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Everything in a folder that others wrote, and its names; of a file or a link its own bytes or nothing. */
export async function syncTree(path: string): Promise<void> {
  const stats = lstatSync(path);
  if (stats.isDirectory()) for (const name of readdirSync(path)) await syncTree(join(path, name));
  if (stats.isDirectory()) await syncFolder(path);
  else if (stats.isFile()) await syncFile(path);
}

/** The bytes of a file that another program wrote. */
async function syncFile(file: string): Promise<void> {
  const descriptor = openSync(file, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the names in a folder durable. Windows has no such thing, and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await syncFile(folder);
}

/** A folder with all above it that is missing, each of which lasts. */
export const makeFolder = (folder: string, mode?: number): Promise<void> =>
  make(folder, { sync: syncFolder, ...(mode !== undefined && { mode }) });

/** Replaces a file: a reader sees the old one or the new one. `unfinished` is a free name in the same folder. */
export async function replaceFile(file: string, content: string, unfinished: string, mode = 0o644): Promise<void> {
  await writeNewFile(unfinished, content, mode);
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}
