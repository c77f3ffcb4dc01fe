/** Programs of others that read what we read, where the machine has them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What it wrote; undefined where it is not there. `input` is what it reads. */
export function said(
  program: string,
  args: readonly string[],
  input?: Uint8Array,
): { bytes: Buffer; text: string } | undefined {
  const { stdout, error } = spawnSync(program, args, { ...(input && { input }), maxBuffer: 2 ** 26 });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined;
  const bytes = Buffer.from(stdout ?? '');
  return { bytes, text: bytes.toString('latin1') };
}

/** In a new folder with the file `name`. */
export function inFolder<T>(name: string, bytes: Uint8Array | string, act: (folder: string, file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const file = join(folder, name);
  writeFileSync(file, bytes);
  try {
    return act(folder, file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
