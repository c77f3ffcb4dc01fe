/**
 * Packs of one pass on disk, until there are all: then they are taken in, however often that is begun, so that nobody is shown
 * a part of a pass.
 */
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '../../../origin/store/durable.ts';

export interface Spool {
  /** Whether a whole pass is there. */
  isWhole(): Promise<boolean>;
  add(pack: Uint8Array): Promise<void>;
  /** Says that the pass is whole, once it is on disk. */
  seal(): Promise<void>;
  /** In the order in which they were added. */
  packs(): AsyncGenerator<Uint8Array>;
  /** What was set aside a month ago goes too. */
  clear(): Promise<void>;
  /** Sets what is there aside, for people; returns where. What was set aside before goes. */
  keep(): Promise<string>;
}

const sealName = 'whole';

/** Milliseconds that what is wrong is kept for: what the leader takes down is in nobody’s reach there, but it is there. */
const keptFor = 30 * 86_400_000;

/** `folder` is nobody else's. */
export function openSpool(folder: string): Spool {
  let count = 0;
  const aside = join(dirname(folder), 'refused');
  const names = async () => {
    const found = (await readdir(folder).catch(unlessMissing)) ?? [];
    return found.filter((name) => name.endsWith('.pack')).toSorted();
  };
  return {
    isWhole: async () => (await readFile(join(folder, sealName)).catch(() => undefined)) !== undefined,
    add: async (pack) => {
      await mkdir(folder, { recursive: true });
      count = Math.max(count, (await names()).length) + 1;
      await writeFile(join(folder, `${String(count).padStart(9, '0')}.pack`), pack, { flush: true });
    },
    seal: async () => {
      await syncPath(folder);
      await writeFile(join(folder, `${sealName}.draft`), '', { flush: true });
      await rename(join(folder, `${sealName}.draft`), join(folder, sealName));
      await syncPath(folder);
    },
    packs: async function* () {
      for (const name of await names()) yield await readFile(join(folder, name));
    },
    clear: async () => {
      count = 0;
      // First what says that it is whole.
      await rm(join(folder, sealName), { force: true });
      await rm(folder, { recursive: true, force: true });
      const since = await stat(aside).catch(unlessMissing);
      if (since && Date.now() - since.mtimeMs > keptFor) await rm(aside, { recursive: true, force: true });
    },
    keep: async () => {
      count = 0;
      await rm(join(folder, sealName), { force: true });
      await rm(aside, { recursive: true, force: true });
      await rename(folder, aside);
      await utimes(aside, new Date(), new Date());
      return aside;
    },
  };
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
