/**
 * The files that the snapshot is about to touch, written down before the first of them is: a crash at any point leaves
 * a list to look at again, and looking at a file twice changes nothing.
 */
import { open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Journal {
  /** What an unfinished step was about to touch; empty after a finished one. */
  read(): Promise<string[]>;
  /** On disk when it resolves. */
  write(files: readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

/** A journal in one file: a line for each step that is under way or was not finished, and empty otherwise. */
export function fileJournal(path: string): Journal {
  const textOf = () =>
    readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
  let isThere = false;
  return {
    read: async () => (await textOf()).split('\n').flatMap(filesIn),
    write: async (files) => {
      // The line before may have been cut short.
      const line = `\n${JSON.stringify(files)}\n`;
      // A step that fails again and again must not fill the disk.
      if ((await textOf()).endsWith(line)) return;
      const handle = await open(path, 'a');
      try {
        await handle.writeFile(line);
        await handle.datasync();
      } finally {
        await handle.close();
      }
      if (!isThere) await syncFolder(dirname(path));
      isThere = true;
    },
    clear: async () => {
      if (await textOf()) await truncate(path);
    },
  };
}

/** A line that was cut short is of a step that touched nothing yet. */
function filesIn(line: string): string[] {
  try {
    return JSON.parse(line);
  } catch {
    return [];
  }
}

/** Makes the name of a new file durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
