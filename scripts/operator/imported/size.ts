/** How much disk a folder takes, while something else writes to it. */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds. */
const period = 100;

/** Calls `exceeded` once when the folder holds more than `most` bytes. */
export function watchSize(folder: string, most: number, exceeded: () => void) {
  const check = () => {
    if (sizeOf(folder) <= most) return;
    clearInterval(timer);
    exceeded();
  };
  const timer = setInterval(check, period);
  return { check, stop: () => clearInterval(timer) };
}

function sizeOf(folder: string): number {
  const sizes = entriesIn(folder).map((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sizeOf(path) : (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0);
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A folder may go away in the meantime. */
function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
