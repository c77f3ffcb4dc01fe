/** The snapshot's files as answers: the validator of a file is in its mtime and size. */
import { open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { etagOfFile } from '../../origin/contract/cache.ts';
import type { Answer } from '../../origin/read/answer.ts';
import { assetType } from '../../origin/read/builtSite.ts';
import { addressOf } from '../snapshot/address.ts';

/** `file` must be a path that `fileOf` made. Undefined where there is none. */
export async function readSnapshotFile(
  root: string,
  file: string,
): Promise<{ body: Uint8Array; etag: string } | undefined> {
  const handle = await open(join(root, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    const found = await handle.stat();
    if (!found.isFile()) return undefined;
    return { body: await handle.readFile(), etag: etagOfFile(Math.floor(found.mtimeMs / 1000), found.size) };
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
