/** A folder for a store that is restored to be looked at, and for nobody else to read. It goes again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `folder`: where it is made; the system’s for such if unset. */
export async function inScratch<T>(folder: string = tmpdir(), work: (file: string) => Promise<T>): Promise<T> {
  const scratch = await mkdtemp(join(folder, 'drill-'));
  try {
    return await work(join(scratch, 'registry.sqlite'));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
