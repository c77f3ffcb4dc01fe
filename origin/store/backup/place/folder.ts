/** A folder as a place. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '../../durable.ts';
import { lockFile } from '../../engine/sqlite.ts';
import { marker, type Place } from './place.ts';

const [lockName, draftEnd] = ['lock', '.draft'];

export function folderPlace(root: string): Place {
  /** Folders whose own names are on disk. */
  const lasting = new Set<string>();
  const fileOf = (name: string) => join(root, name);
  const list = async (prefix: string): Promise<string[]> => {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const entries = await unlessMissing(readdir(fileOf(folder), { recursive: true, withFileTypes: true }));
    return (entries ?? [])
      .filter((entry) => entry.isFile() && !entry.name.endsWith(draftEnd))
      .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length))
      .filter((name) => name.startsWith(prefix) && !name.startsWith(lockName))
      .sort();
  };
  return {
    address: root,
    list,
    get: (name) => unlessMissing(readFile(fileOf(name))),
    put: async (name, bytes) => {
      if (name === marker) await mkdir(root, { recursive: true, mode: 0o700 });
      // Never made by accident in what a disk left behind that is no longer there.
      else await stat(fileOf(marker));
      await write(root, fileOf(name), bytes, lasting);
    },
    delete: async (name) => {
      await rm(fileOf(name), { force: true });
    },
    claim: async () => {
      const release = await lockFile(fileOf(lockName), 'exclusive');
      if (release) await removeDrafts(root);
      return release;
    },
  };
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

/** Of one that was killed. */
async function removeDrafts(root: string): Promise<void> {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith(draftEnd)) await rm(join(entry.parentPath, entry.name), { force: true });
}

const unlessMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
