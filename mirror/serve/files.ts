/** The snapshot's files as answers: the validator of a file is in its mtime and size. */
import { open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { etagOfFile } from '../../origin/contract/cache.ts';
import type { Answer } from '../../origin/read/answer.ts';
import { assetType } from '../../origin/read/builtSite.ts';
import { addressOf } from '../snapshot/address.ts';
import { encodedFile } from '../snapshot/sink.ts';

type SnapshotFile = Required<Pick<Answer, 'body' | 'etag' | 'encoded'>>;

/** `file` must be a path that `fileOf` made. Undefined where there is none. */
export async function readSnapshotFile(root: string, file: string): Promise<SnapshotFile | undefined> {
  const found = await readWithMtime(join(root, file));
  if (!found) return undefined;
  const { mtime, body } = found;
  return {
    body,
    etag: etagOfFile(mtime, body.byteLength),
    encoded: async (encoding) => {
      const form = await readWithMtime(join(root, encodedFile(file, encoding)));
      // The file may have been replaced since: a form of other bytes has another mtime.
      return form?.mtime === mtime ? form.body : undefined;
    },
  };
}

async function readWithMtime(path: string): Promise<{ body: Uint8Array; mtime: number } | undefined> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    const found = await handle.stat();
    return found.isFile() ? { body: await handle.readFile(), mtime: Math.floor(found.mtimeMs / 1000) } : undefined;
  } finally {
    await handle.close();
  }
}

const assetPath = /^(?:\/_astro)?\/[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** A file that pages load. `path` comes from a request: nothing outside the assets is read. */
export async function readAsset(root: string, path: string): Promise<Answer | undefined> {
  if (!assetPath.test(path) || addressOf(path.slice(1))) return undefined;
  const file = await readSnapshotFile(root, path.slice(1));
  return file && { type: assetType(extname(path)), ...file };
}
