/** The snapshot's files in a folder, which nginx can serve as it is: a file's mtime is what its tag says. */
import { hash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  open as openFile,
  openSync,
  read,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Files, Sink } from './sink.ts';
import { openTouched } from './touched.ts';

/** The files below `root` for reading alone. */
export const openFolder = (root: string): Files => ({
  read: async (path) => {
    const place = join(root, path);
    // What somebody linked there is no file of the snapshot.
    const descriptor = await opened(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(unlessNoFile);
    if (descriptor === undefined) return undefined;
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return undefined;
      const identity = identityOf(stats);
      const isCurrent = () => identityOf(statsOf(place)) === identity;
      return { body: await bytesIn(descriptor, stats.size), stamp: { seconds: secondsOf(stats) }, isCurrent };
    } finally {
      closeSync(descriptor);
    }
  },
  list: () => filesBelow(root, ''),
  faultOf: async (path, { sha256, size, seconds }) => {
    const place = join(root, path);
    const stats = statsOf(place);
    if (!stats) return 'is missing';
    if (!stats.isFile()) return 'is not a file';
    const bytes = await readFile(place).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
    if (typeof bytes === 'string') return `can’t be read: ${bytes}`;
    if (stats.size !== size || hash('sha256', bytes) !== sha256) return 'is damaged: it holds other bytes';
    if (secondsOf(stats) !== seconds) return 'has another time than its content: its tag would be wrong';
    return (stats.mode & 0o444) === 0o444 ? undefined : 'can’t be read by every user, as a web server in front needs';
  },
});

/**
 * While `isUnseen`, files that are not there are written where they go: that spares a rename each, and the file system a search.
 * `staging` is emptied: it must be on the same file system and used by nobody else. Small files are written without
 * leaving the thread: that takes microseconds, a fifth of handing each step to another thread.
 */
export async function openFolderSink(root: string, staging: string, isUnseen = () => false): Promise<Sink> {
  await rm(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  mkdirSync(root, { recursive: true });
  const drafts = draftsIn(staging);
  const files = openFolder(root);
  const touched = openTouched(root);
  return {
    ...files,
    isByManifest: false,

    faultOf: async (path, expected) =>
      touched.isDoubtful(join(root, path)) ? 'could not be synced' : files.faultOf(path, expected),

    write: async (path, bytes, { seconds }) => {
      const place = join(root, path);
      const isDirect = isUnseen() && statsOf(place) === undefined;
      const draft = isDirect ? place : drafts.next().value;
      const descriptor = openDraft(draft);
      try {
        for (let written = 0; written < bytes.byteLength; ) written += writeSync(descriptor, bytes, written);
        futimesSync(descriptor, seconds, seconds);
      } finally {
        closeSync(descriptor);
      }
      if (!isDirect) moveTo(root, draft, place);
      touched.add(place);
    },

    remove: async (path) => {
      const place = join(root, path);
      if (statsOf(place)?.isDirectory() ?? true) return false;
      // `rmSync` fails with no code that says what the disk has.
      unlinkSync(place);
      dropEmptyFolders(dirname(place), root);
      touched.add(place);
      return true;
    },

    sync: touched.sync,
  };
}

const [opened, readInto] = [promisify(openFile), promisify(read)];

/**
 * The first `size` bytes of a file, or what it has by now. Only what waits for the disk leaves the thread, which a
 * `FileHandle` does five times for a file.
 */
async function bytesIn(descriptor: number, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await readInto(descriptor, bytes, length, size - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

const secondsOf = ({ mtimeMs }: Stats): number => Math.floor(mtimeMs / 1000);

/** Every replacement makes another file, so one of these differs even where times are coarse. */
const identityOf = (stats: Stats | undefined): string | undefined =>
  stats && `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;

function statsOf(place: string): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch (error) {
    return unlessNoFile(error);
  }
}

/**
 * Whether a path can't name a file: nothing is there, a file is where a folder would be, a name is longer than a file's may
 * be. What is there and can't be read is a fault, and no change under way.
 */
function unlessNoFile(error: unknown): undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(code)) throw error;
}

/**
 * Names for drafts, some to a folder: ext4 makes files near their folder, and searches long once that place is full. A
 * new folder is given a place that is not.
 */
function* draftsIn(staging: string): Generator<string, never> {
  for (let count = 0; ; count += 1) {
    const folder = join(staging, String(Math.floor(count / draftsPerFolder)));
    yield join(folder, String(count));
  }
}

const draftsPerFolder = 500;

function openDraft(draft: string): number {
  try {
    return openSync(draft, 'w');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(draft), { recursive: true });
    return openSync(draft, 'w');
  }
}

function moveTo(root: string, draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY'].includes(code)) throw error;
    clearWay(root, target);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(draft, target);
  }
}

/** A folder where the file goes, or a file or a link where a folder of its path goes, is nothing of the snapshot. */
function clearWay(root: string, target: string): void {
  if (statsOf(target)?.isDirectory()) rmSync(target, { recursive: true });
  for (let folder = dirname(target); folder.length > root.length; folder = dirname(folder))
    if (statsOf(folder)?.isDirectory() === false) unlinkSync(folder);
}

function dropEmptyFolders(folder: string, root: string): void {
  for (let current = folder; current.length > root.length; current = dirname(current)) {
    try {
      rmdirSync(current);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      return;
    }
  }
}

async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(unlessNoFile);
  for (const entry of entries ?? []) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else yield path;
  }
}
