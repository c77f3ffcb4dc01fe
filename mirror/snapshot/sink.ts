/** Where the snapshot's files go. One suite proves every sink (test/mirror/snapshot/sink.test.ts). */
import { mkdir, readdir, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mtimeOf } from '../../origin/contract/cache.ts';
import { type Encoding, encode, encodings, isEncodable } from '../../origin/contract/encodings.ts';
import type { Answer } from '../../origin/read/answer.ts';

/** Files are named by their path below the root, with `/`. Encoded forms come and go with their file. */
export interface Sink {
  /** Whether exactly this answer is there, with its encoded forms. */
  holds(file: string, answer: Answer): Promise<boolean>;

  /** Puts a whole file in its place at once: a reader sees the old bytes or the new. Its mtime tells its content. */
  put(file: string, answer: Answer): Promise<void>;

  /** Takes a file away; false where none was. */
  remove(file: string): Promise<boolean>;

  /** Every file there is, in no order. Files that come or go meanwhile may be named or not. */
  files(): AsyncIterable<string>;
}

const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** Where the encoded form of a file is, beside it. */
export const encodedFile = (file: string, encoding: Encoding): string => file + suffixes[encoding];

/**
 * A directory below `root`. `staging` is emptied: it must be on the same filesystem and used by nobody else.
 */
export async function directorySink(root: string, staging: string): Promise<Sink> {
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  await mkdir(root, { recursive: true });
  const drafts = counter();
  const place = (file: string) => join(root, file);
  const putBytes = async (file: string, bytes: Uint8Array, mtime: number) => {
    const draft = join(staging, String(drafts.next().value));
    await writeFile(draft, bytes);
    await utimes(draft, mtime, mtime);
    await moveTo(draft, place(file));
  };
  const removeEncoded = (file: string) =>
    Promise.all(encodings.map((encoding) => rm(place(encodedFile(file, encoding)), { force: true })));

  return {
    holds: (file, answer) => directoryHolds(root, file, answer),

    put: async (file, { type, body }) => {
      const mtime = mtimeOf(body);
      // A form of other bytes must never stand beside these, not even after a crash.
      await removeEncoded(file);
      await putBytes(file, body, mtime);
      if (!isEncodable(type, body.byteLength)) return;
      for (const encoding of encodings)
        await putBytes(encodedFile(file, encoding), await encode(body, encoding), mtime);
    },

    remove: async (file) => {
      const found = await stat(place(file)).catch(orMissing);
      if (!found?.isFile()) return false;
      await rm(place(file), { force: true });
      await removeEncoded(file);
      await dropEmptyFolders(dirname(place(file)), root);
      return true;
    },

    files: () => filesBelow(root, ''),
  };
}

/** Whether the file below `root` has this content, as its mtime and size tell, and the encoded forms that belong to it. */
export async function directoryHolds(root: string, file: string, { type, body }: Answer): Promise<boolean> {
  const mtime = mtimeOf(body);
  const hasMtime = async (path: string) => {
    const found = await stat(join(root, path)).catch(orMissing);
    return found?.isFile() && Math.floor(found.mtimeMs / 1000) === mtime ? found : undefined;
  };
  if ((await hasMtime(file))?.size !== body.byteLength) return false;
  if (!isEncodable(type, body.byteLength)) return true;
  const forms = await Promise.all(encodings.map((encoding) => hasMtime(encodedFile(file, encoding))));
  return forms.every((form) => form !== undefined);
}

function* counter(): Generator<number, never> {
  for (let count = 0; ; count += 1) yield count;
}

/** Each attempt fails only if another removal empties the folder just then. */
const mostAttempts = 100;

/** The folder may be missing, or be dropped as empty between being made and being moved into. */
async function moveTo(draft: string, target: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await rename(draft, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === mostAttempts) throw error;
      // A folder above may be dropped while this makes the ones below; then the next attempt makes them anew.
      await mkdir(dirname(target), { recursive: true }).catch(orMissing);
    }
  }
}

async function dropEmptyFolders(folder: string, root: string): Promise<void> {
  for (let current = folder; current.length > root.length; current = dirname(current)) {
    try {
      await rmdir(current);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      return;
    }
  }
}

async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const names = new Set(entries.map((entry) => entry.name));
  const isForm = (name: string) =>
    encodings.some(
      (encoding) => name.endsWith(suffixes[encoding]) && names.has(name.slice(0, -suffixes[encoding].length)),
    );
  for (const entry of entries) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else if (!isForm(entry.name)) yield path;
  }
}

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
