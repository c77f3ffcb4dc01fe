/** The snapshot's files as answers: the validator of a file is in its mtime and size. */
import { open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { etagOfFile } from '../../origin/contract/cache.ts';
import type { Answer } from '../../origin/read/answer.ts';
import { assetType } from '../site/built.ts';
import { addressOf } from '../snapshot/address/address.ts';
import { encodedFile } from '../snapshot/files/encodedFile.ts';
import { fileStats, isNoFile, secondsOf } from '../snapshot/files/fileStats.ts';

type SnapshotFile = Required<Pick<Answer, 'body' | 'etag' | 'encoded' | 'stillStands'>>;

export interface SnapshotFiles {
  /** `file` must be a path that `fileOf` made. Undefined where there is none. */
  read(file: string): Promise<SnapshotFile | undefined>;
  /** A file that pages load. `path` comes from a request: nothing outside the assets is read. */
  asset(path: string): Promise<Answer | undefined>;
}

/** Milliseconds that a look at a file is good for, while no file is read. */
const lookHolds = 50;

/**
 * Files below `root`. Whether an answer still stands, a look at its file tells, which takes microseconds where the file
 * is in use. A look is not taken again right away, but it is once any file was read after it: so who was sent a file
 * is never sent one that had been replaced before that. However many clients are being sent a large file, slow ones
 * among them, it is in memory once.
 */
export function snapshotFiles(root: string): SnapshotFiles {
  let lastRead = 0;
  const sent = beingSent();
  const readFile = async (path: string): Promise<Found | undefined> => {
    const found = sent.find(path) ?? (await readWithMtime(path));
    lastRead = performance.now();
    if (found) sent.add(path, found);
    return found;
  };
  const read: SnapshotFiles['read'] = async (file) => {
    const path = join(root, file);
    const found = await readFile(path);
    if (!found) return undefined;
    const { mtime, body } = found;
    let looked = 0;
    return {
      body,
      etag: etagOfFile(mtime, body.byteLength),
      encoded: async (encoding) => {
        const form = await readFile(encodedFile(path, encoding));
        // The file may have been replaced since: a form of other bytes has another mtime.
        return form?.mtime === mtime ? form.body : undefined;
      },
      stillStands: () => {
        const now = performance.now();
        if (looked > lastRead && now < looked + lookHolds) return true;
        looked = now;
        return holds(path, found);
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

interface Found {
  body: Uint8Array;
  /** Unix seconds. */
  mtime: number;
}

/** Bytes from which a file that is still being sent is not read again, and how many such are remembered. */
const large = 0x40000;
const mostRemembered = 1000;

/** Large files for as long as anything holds their bytes, which is what they are sent from. */
function beingSent() {
  const files = new LRUCache<string, { mtime: number; bytes: WeakRef<ArrayBufferLike> }>({ max: mostRemembered });
  return {
    find: (path: string): Found | undefined => {
      const { mtime = 0, bytes } = files.get(path) ?? {};
      const buffer = bytes?.deref();
      const found = buffer && { mtime, body: new Uint8Array(buffer) };
      return found && holds(path, found) ? found : undefined;
    },
    add: (path: string, { mtime, body }: Found): void => {
      // Small reads are parts of a buffer that others are in as well.
      const isWhole = body.byteLength === body.buffer.byteLength;
      if (isWhole && body.byteLength >= large) files.set(path, { mtime, bytes: new WeakRef(body.buffer) });
    },
  };
}

/** The same mtime and size are the same content, as they are the same tag. */
function holds(path: string, { mtime, body }: Found): boolean {
  const found = fileStats(path);
  return found?.mtime === mtime && found.size === body.byteLength;
}

async function readWithMtime(path: string): Promise<Found | undefined> {
  const handle = await open(path).catch((error) => {
    if (isNoFile(error)) return undefined;
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
