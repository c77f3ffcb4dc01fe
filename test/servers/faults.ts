/** Programs below whose libraries syncs fail, or the clock jumps, when a test says so; where a C compiler is at hand. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `environment` is for the programs. Undefined where nothing can be compiled, or not for this system. */
export async function openFaults() {
  if (process.platform !== 'linux') return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  const library = join(folder, 'faults.so');
  const remove = () => rm(folder, { recursive: true });
  try {
    const source = join(import.meta.dirname, 'faults.c');
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source], { stdio: 'ignore' });
  } catch {
    await remove();
    return undefined;
  }
  return {
    environment: { LD_PRELOAD: library, FAULTS: folder },
    /** Whether syncs fail from now on, with EIO. */
    failSyncs: (fail: boolean) => writeFile(join(folder, 'eio'), fail ? '1' : '0'),
    /** How many seconds the clock is ahead. */
    setClock: (ahead: number) => writeFile(join(folder, 'clock'), String(ahead)),
    [Symbol.asyncDispose]: remove,
  };
}
