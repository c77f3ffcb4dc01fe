import { type Stats, statSync } from 'node:fs';

/** Bytes and time of a file; undefined where there is none. */
export function fileStats(path: string): { size: number; mtime: number } | undefined {
  const stats = statsOf(path);
  return stats?.isFile() ? { size: stats.size, mtime: secondsOf(stats) } : undefined;
}

/** When a file was last changed, as far as our tags tell: whole Unix seconds. */
export const secondsOf = ({ mtimeMs }: Stats): number => Math.floor(mtimeMs / 1000);

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isNoFile(error)) return undefined;
    throw error;
  }
}

/**
 * Whether a path can't name a file of a snapshot: nothing is there, a file is where a folder would be, a name is longer than a
 * file's may be.
 */
export const isNoFile = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
