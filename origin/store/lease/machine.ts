/** Leases of programs on one machine: locks of the kernel, which frees them when a process ends, however it does. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../durable.ts';
import { lockFile } from '../engine/sqlite.ts';
import { checkLeaseName, LeaseLost, type Leases } from './lease.ts';

/** `folder` is for nothing else. What is held is never lost before it is released. */
export function machineLeases(folder: string): Leases {
  return {
    take: async (name) => {
      checkLeaseName(name);
      await makeFolder(folder);
      const file = join(folder, `${name}.lock`);
      const unlock = await lockFile(file, 'exclusive');
      if (!unlock) return undefined;
      let isOver = false;
      const release = async () => {
        if (isOver) return;
        isOver = true;
        await unlock();
      };
      try {
        return {
          token: await nextToken(join(folder, `${name}.token`)),
          lost: new AbortController().signal,
          guard: async () => {
            if (isOver) throw new LeaseLost(name);
          },
          release,
        };
      } catch (error) {
        await release();
        throw error;
      }
    },
    close: async () => undefined,
  };
}

/** Only who has the lock reads and writes it. */
async function nextToken(file: string): Promise<number> {
  const last = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    return '0';
  });
  const next = (Number.parseInt(last, 10) || 0) + 1;
  await writeFile(`${file}.draft`, `${next}\n`, { flush: true });
  await rename(`${file}.draft`, file);
  return next;
}
