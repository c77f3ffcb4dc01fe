/** What makes files and names last a power failure. */
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The bytes of a file, or the names in a folder, are on disk when it resolves. Errors: those of the file system. Never on the
 * main thread: a disk that hangs would hold up all that a server does.
 */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A folder with all above it that is missing. What is synced in a folder that does not last is lost with it. */
export async function makeFolder(
  folder: string,
  options: { mode?: number; sync?: typeof syncPath } = {},
): Promise<void> {
  const { sync = syncPath, ...made } = options;
  const first = await mkdir(folder, { recursive: true, ...made });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await sync(dirname(made));
}
