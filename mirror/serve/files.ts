/** The snapshot's files as answers: the validator of a file is in its mtime and size. */
import { open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { etagOfFile } from '../../origin/contract/cache.ts';
import type { Answer } from '../../origin/read/answer.ts';
import { assetType } from '../../origin/read/builtSite.ts';
import { addressOf } from '../snapshot/address.ts';
import { fileStats, secondsOf } from '../snapshot/fileStats.ts';
import { encodedFile } from '../snapshot/sink.ts';

type SnapshotFile = Required<Pick<Answer, 'body' | 'etag' | 'encoded'>>;

export interface SnapshotFiles {
  /** `file` must be a path that `fileOf` made. Undefined where there is none. */
  read(file: string): Promise<SnapshotFile | undefined>;
  /** A file that pages load. `path` comes from a request: nothing outside the assets is read. */
  asset(path: string): Promise<Answer | undefined>;
}

/** Bytes of files that are kept for the next request, and what each takes besides. */
const room = 48 * 1024 * 1024;
const overhead = 500;

interface Kept {
  body: Uint8Array;
  /** Unix seconds. */
  mtime: number;
}

/**
 * Files below `root`. What was asked for lately is kept in memory and looked at on disk before each answer: that takes
 * microseconds where the file is in use, less than handing it to another thread, which opening and reading one waits for.
 */
export function snapshotFiles(root: string): SnapshotFiles {
  const kept = new LRUCache<string, Kept>({
    maxSize: room,
    sizeCalculation: ({ body }, path) => body.byteLength + path.length + overhead,
  });
  const current = async (path: string): Promise<Kept | undefined> => {
    const known = kept.get(path);
    if (known && isCurrent(known, path)) return known;
    kept.delete(path);
    const found = await readWithMtime(path);
    if (found) kept.set(path, found);
    return found;
  };
  const read: SnapshotFiles['read'] = async (file) => {
    const found = await current(join(root, file));
    if (!found) return undefined;
    const { mtime, body } = found;
    return {
      body,
      etag: etagOfFile(mtime, body.byteLength),
      encoded: async (encoding) => {
        const form = await current(join(root, encodedFile(file, encoding)));
        // The file may have been replaced since: a form of other bytes has another mtime.
        return form?.mtime === mtime ? form.body : undefined;
      },
    };
  };
  return {
    read,
    asset: async (path) => {
      if (!assetPath.test(path) || addressOf(path.slice(1))) return undefined;
      const file = await read(path.slice(1));
      return file && { type: assetType(extname(path)), ...file };
    },
  };
}

/** The same mtime and size are the same content, as they are the same tag. */
function isCurrent({ mtime, body }: Kept, path: string): boolean {
  const found = fileStats(path);
  return found?.mtime === mtime && found.size === body.byteLength;
}

async function readWithMtime(path: string): Promise<Kept | undefined> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    const found = await handle.stat();
    return found.isFile() ? { body: await handle.readFile(), mtime: secondsOf(found) } : undefined;
  } finally {
    await handle.close();
  }
}

const assetPath = /^(?:\/_astro)?\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
