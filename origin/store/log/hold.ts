/**
 * A log on hold: its store was restored, and may have less of it than people saw. What the mirror showed tells; where its
 * files were lost too, nothing is signed until the operator says that nobody saw more, since there would be two histories.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCheckpoint } from '../../log/checkpoint.ts';
import { syncPath } from '../durable.ts';

export interface LogHold {
  /**
   * Undefined where the log is not on hold; `published` is the checkpoint that was shown before, where that is known. Errors: one
   * that names the file where that is damaged.
   */
  read(): Promise<{ published: string | undefined } | undefined>;
  /** On disk when it resolves. */
  put(published: string | undefined): Promise<void>;
  lift(): Promise<void>;
}

export function holdIn(dataDir: string): LogHold {
  const file = join(dataDir, 'log.hold');
  return {
    read: async () => {
      try {
        const published = (await readFile(file, 'utf8')) || undefined;
        if (published !== undefined) refuseDamaged(file, published);
        return { published };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    put: async (published) => {
      await writeFile(`${file}.draft`, published ?? '', { mode: 0o600, flush: true });
      await rename(`${file}.draft`, file);
      await syncPath(dataDir);
    },
    lift: async () => {
      await rm(file, { force: true });
      await syncPath(dataDir);
    },
  };
}

function refuseDamaged(file: string, published: string): void {
  try {
    parseCheckpoint(published);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${file} is damaged: ${message} Make it empty: the log stays on hold until it is resumed.`);
  }
}
