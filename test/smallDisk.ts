/** A disk that is soon full. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a file as large as there is room for. */
export function fill(file: string): void {
  for (let size = 2 ** 22; size >= 4096; size /= 2) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch {
      // A smaller piece may still fit.
    }
  }
}

/** A disk of so many megabytes, where this may be done. */
export function smallDisk(megabytes: number) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  return {
    folder,
    /** What it may be used for: `ro` or `rw`. Nothing on it may be open for writing. */
    remount: (mode: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${mode}`, folder]),
    [Symbol.dispose]: () => {
      execFileSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}
