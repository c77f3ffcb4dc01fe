/**
 * The files that the snapshot is about to touch, written down before the first of them is: a crash at any point leaves
 * a list to look at again, and looking at a file twice changes nothing.
 */
import { open, readFile, rename, rm } from 'node:fs/promises';

export interface Journal {
  /** What an unfinished step was about to touch; empty after a finished one. */
  read(): Promise<string[]>;
  /** On disk when it resolves. */
  write(files: readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

/** A journal in one file, which is there only while a step is under way. */
export function fileJournal(path: string): Journal {
  const draft = `${path}.draft`;
  return {
    read: async () => {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '[]';
        throw error;
      });
      return JSON.parse(text);
    },
    write: async (files) => {
      const handle = await open(draft, 'w');
      await handle.writeFile(JSON.stringify(files));
      await handle.sync();
      await handle.close();
      await rename(draft, path);
    },
    clear: () => rm(path, { force: true }),
  };
}
