/** A folder for a store that is restored to be looked at, and for nobody else to read. It goes again, also when that is interrupted. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interruptible } from '../interrupt.ts';

/** `folder`: where it is made; the system’s for such if unset. */
export const inScratch = <T>(folder: string | undefined, work: (file: string) => Promise<T>): Promise<T> =>
  interruptible(async (signal) => {
    const scratch = await mkdtemp(join(folder ?? tmpdir(), 'drill-'));
    try {
      const interrupted = once(signal, 'abort').then(() => Promise.reject(signal.reason));
      return await Promise.race([work(join(scratch, 'registry.sqlite')), interrupted]);
    } finally {
      await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
    }
  });
