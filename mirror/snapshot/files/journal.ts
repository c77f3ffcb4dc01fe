/**
 * The files that the snapshot is about to touch, written down before the first of them is: a crash at any point leaves
 * a list to look at again, and looking at a file twice changes nothing.
 */
import { hash } from 'node:crypto';
import { open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '../../../origin/store/durable.ts';
import { DamagedContent } from '../../../origin/store/engine/faults.ts';

export interface Journal {
  /** What an unfinished step was about to touch; empty after a finished one. Errors: `DamagedContent`. */
  read(): Promise<string[]>;
  /** On disk when it resolves. */
  write(files: readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

/** A journal in one file: a line for each step that is under way or was not finished, and empty otherwise. */
export function fileJournal(path: string): Journal {
  const bytesOf = () =>
    readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
  let isThere = false;
  /** The line that this process saw on disk last. */
  let kept: Buffer | undefined;
  return {
    read: async () =>
      String(await bytesOf())
        .split('\n')
        .flatMap(filesIn),
    write: async (files) => {
      // The line before may have been cut short.
      const line = Buffer.from(`\n${JSON.stringify([...files, sealOf(files)])}\n`);
      const before = await bytesOf();
      // A step that fails again and again must not fill the disk.
      const isSame = before.subarray(-line.length).equals(line);
      if (isSame && kept?.equals(line)) return;
      const handle = await open(path, isSame ? 'r+' : 'a');
      try {
        // After a sync that failed, the system takes pages for written that are not: the same bytes are written once more.
        if (isSame) await handle.write(line, 0, line.length, before.length - line.length);
        else await handle.writeFile(line);
        await handle.datasync();
      } finally {
        await handle.close();
      }
      if (!isThere) await syncPath(dirname(path));
      isThere = true;
      kept = line;
    },
    clear: async () => {
      kept = undefined;
      if ((await bytesOf()).length > 0) await truncate(path);
    },
  };
}

/** A line that was cut short is of a step that touched nothing yet. */
function filesIn(line: string): string[] {
  if (line === '') return [];
  const files = parsed(line);
  if (files) return files;
  if (line === '[' || (line.startsWith('["') && !line.endsWith('"]'))) return [];
  throw new DamagedContent('The snapshot’s journal is damaged.');
}

/** Undefined where it is not as it was written. */
function parsed(line: string): string[] | undefined {
  try {
    const listed: unknown = JSON.parse(line);
    if (!Array.isArray(listed) || !listed.every((one) => typeof one === 'string')) return undefined;
    const seal = listed.at(-1) ?? '';
    // Programs before this one wrote none.
    if (!seal.startsWith('sha256:')) return listed;
    const files = listed.slice(0, -1);
    return seal === sealOf(files) ? files : undefined;
  } catch {
    return undefined;
  }
}

/** What a list ends with. To programs before this one it is a path that names no file. */
const sealOf = (files: readonly string[]): string => `sha256:${hash('sha256', JSON.stringify(files))}`;
