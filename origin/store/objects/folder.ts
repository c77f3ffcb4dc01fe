/** Objects as files of a folder: each a draft first, which is renamed once all of it is on disk. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '../durable.ts';
import { checkName, draftEnd, isName, type Objects } from './objects.ts';

export interface FolderObjects extends Objects {
  /** Removes drafts that a kill left. Only while nobody else writes there. */
  tidy(): Promise<void>;
}

export function folderObjects(root: string): FolderObjects {
  /** Folders whose own names are on disk. */
  const lasting = new Set<string>();
  const fileOf = (name: string): string => {
    checkName(name);
    return join(root, name);
  };
  return {
    put: async (name, bytes) => write(root, fileOf(name), bytes, lasting),
    get: async (name) => unlessMissing(readFile(fileOf(name))),
    list: (prefix) => namesIn(root, prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix),
    delete: async (name) => {
      await unlessMissing(rm(fileOf(name), { force: true }));
    },
    tidy: async () => {
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
        if (entry.isFile() && entry.name.endsWith(draftEnd))
          await rm(join(entry.parentPath, entry.name), { force: true });
    },
  };
}

/** `folder`: empty, or with a slash at its end. */
async function* namesIn(root: string, folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await unlessMissing(readdir(join(root, folder), { withFileTypes: true }));
  // As bytes, `a-b` comes before `a/b`.
  const names = (entries ?? []).flatMap((entry) =>
    entry.isDirectory() ? `${folder}${entry.name}/` : entry.isFile() ? `${folder}${entry.name}` : [],
  );
  for (const name of names.sort()) {
    if (name.endsWith('/')) {
      if (name.startsWith(prefix) || prefix.startsWith(name)) yield* namesIn(root, name, prefix);
    } else if (name.startsWith(prefix) && isName(name)) yield name;
  }
}

/** A draft becomes the file once all of it is on disk; then the folder that names it is. What was written is read again. */
async function write(root: string, file: string, bytes: Uint8Array, lasting: Set<string>): Promise<void> {
  const draft = `${file}.${randomUUID()}${draftEnd}`;
  const folder = dirname(file);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await readFile(draft)).equals(bytes)) throw new Error(`${file} does not read as it was written.`);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncPath(folder);
  if (!made && lasting.has(folder)) return;
  for (let above = folder; above.length > root.length; ) {
    above = dirname(above);
    await syncPath(above);
  }
  lasting.add(folder);
}

const unlessMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
