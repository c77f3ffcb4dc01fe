/** Files that came or went, until they and the names in their folders are on disk. */
import { closeSync, fsync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** As many as there are threads for it, twice: a disk takes several at once for little more than one. */
const width = 8;

export interface Touched {
  add(file: string): void;
  /** One at a time. Errors: those of the disk. What was touched is tried again with the next. */
  sync(): Promise<void>;
  /** After a sync that failed, the system takes bytes for written that are not: a file is to be written once more. */
  isDoubtful(file: string): boolean;
}

/** All of them below `root`. */
export function openTouched(root: string): Touched {
  const around = dirname(root);
  const [files, folders, doubtful] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let last: Promise<void> = Promise.resolve();
  return {
    add: (file) => {
      files.add(file);
      doubtful.delete(file);
      // Any of them may be new, or have lost what was empty.
      for (let folder = dirname(file); folder.length >= around.length && !folders.has(folder); folder = dirname(folder))
        folders.add(folder);
    },
    sync: () => {
      const work = async () => {
        await syncEach(files, (file) => doubtful.add(file));
        await syncEach(folders);
      };
      last = last.then(work, work);
      return last;
    },
    isDoubtful: (file) => doubtful.has(file),
  };
}

/** Takes each away that is synced; what is gone needs no sync. */
async function syncEach(paths: Set<string>, failed?: (path: string) => void): Promise<void> {
  const queue = [...paths].values();
  const work = async () => {
    for (const path of queue) {
      // What is touched meanwhile is to be synced again.
      paths.delete(path);
      await syncOne(path).catch((error: Error) => {
        paths.add(path);
        failed?.(path);
        throw error;
      });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: width }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

const synced = promisify(fsync);

/** What takes long leaves the thread. The rest are microseconds, and a fifth of handing each to another one. */
async function syncOne(path: string): Promise<void> {
  const descriptor = opened(path);
  if (descriptor === undefined) return;
  try {
    await synced(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Undefined where it is gone. */
function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  }
}
