/** Writes that are whole or not there, also after a power failure. */
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A new file, on disk when this resolves. Never writes through a link or over a file. */
export async function writeNewFile(file: string, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder durable. Windows has no such thing, and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file: a reader sees the old one or the new one. `unfinished` is a free name in the same folder. */
export async function replaceFile(file: string, content: string, unfinished: string, mode = 0o644): Promise<void> {
  await writeNewFile(unfinished, content, mode);
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}
