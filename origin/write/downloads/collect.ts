/**
 * Collects what mirrors counted, each batch once: its name is remembered in the transaction that counts it, and its file goes
 * after that. What stands in a file is checked like any input: whoever may write there could only make numbers larger.
 */
import { constants } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DownloadBatch, maxBatchBytes } from '../../contract/subjects/downloads.ts';
import { addBatch } from '../../store/downloads/downloads.ts';
import type { Engine } from '../../store/engine/engine.ts';

/** Files that one round takes. */
const atOnce = 100;

interface Collecting {
  engine: Engine;
  /** Where the batches are. */
  folder: string;
  /** Unix seconds. */
  now: number;
}

/** Resolves with how many files were no batches, and were removed unread. */
export async function collectDownloads({ engine, folder, now }: Collecting): Promise<number> {
  const names = (await readdir(folder).catch(noFolder)).filter((name) => name.endsWith('.json')).sort();
  let unreadable = 0;
  for (const name of names.slice(0, atOnce)) {
    const file = join(folder, name);
    const batch = await readBatch(file);
    if (batch) await engine.write((db) => addBatch(db, `mirror ${batch.id}`, batch.counts, now));
    else unreadable += 1;
    await rm(file, { recursive: true, force: true });
  }
  return unreadable;
}

/** Undefined where it is no batch. Links are not followed, and no more is read than a batch may have. */
async function readBatch(file: string) {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { size } = await handle.stat();
      if (size > maxBatchBytes) return undefined;
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBatchBytes), 0, maxBatchBytes, 0);
      return DownloadBatch.safeParse(JSON.parse(buffer.toString('utf8', 0, bytesRead))).data;
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EACCES', 'EPERM', 'EMFILE', 'EIO'].includes(code)) throw error;
    return undefined;
  }
}

function noFolder(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
