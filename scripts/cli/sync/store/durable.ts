/** Writes that are whole or not there, also after a power failure. */
import { closeSync, fsync, openSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

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

/** Makes the names in a folder durable. Windows has no such thing, and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    await flush(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Replaces a file: a reader sees the old one or the new one. `unfinished` is a free name in the same folder. */
export async function replaceFile(file: string, content: string, unfinished: string, mode = 0o644): Promise<void> {
  await writeNewFile(unfinished, content, mode);
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}
