/** Where the snapshot's files go. One suite proves every sink (test/mirror/snapshot/sink.test.ts). */
import { mkdir, readdir, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { etagOfFile, mtimeOf } from '../../origin/contract/cache.ts';

/** Files are named by their path below the root, with `/`. */
export interface Sink {
  /** The validator of what is there, as `etagOf` makes it; undefined where nothing is. */
  etag(file: string): Promise<string | undefined>;

  /** Puts a whole file in its place at once: a reader sees the old bytes or the new. Its mtime tells its content. */
  put(file: string, body: Uint8Array): Promise<void>;

  /** Takes a file away; nothing happens where none is. */
  remove(file: string): Promise<void>;

  /** Every file there is, in no order. Files that come or go meanwhile may be named or not. */
  files(): AsyncIterable<string>;
}

/**
 * A directory below `root`. `staging` is emptied: it must be on the same filesystem and used by nobody else.
 */
export async function directorySink(root: string, staging: string): Promise<Sink> {
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  await mkdir(root, { recursive: true });
  const drafts = counter();
  const place = (file: string) => join(root, file);

  return {
    etag: (file) => etagAt(place(file)),

    put: async (file, body) => {
      const draft = join(staging, String(drafts.next().value));
      await writeFile(draft, body);
      const mtime = mtimeOf(body);
      await utimes(draft, mtime, mtime);
      await moveTo(draft, place(file));
    },

    remove: async (file) => {
      await rm(place(file), { force: true });
      await dropEmptyFolders(dirname(place(file)), root);
    },

    files: async function* () {
      yield* filesBelow(root, '');
    },
  };
}

/** The validator of the file at `path`, out of its mtime and size; undefined where there is no file. */
export async function etagAt(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(orMissing);
  return found?.isFile() ? etagOfFile(Math.floor(found.mtimeMs / 1000), found.size) : undefined;
}

function* counter(): Generator<number, never> {
  for (let count = 0; ; count += 1) yield count;
}

/** The folder may be missing, or be dropped as empty between being made and being moved into. */
async function moveTo(draft: string, target: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await rename(draft, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt > 5) throw error;
      await mkdir(dirname(target), { recursive: true });
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
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else yield path;
  }
}

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
