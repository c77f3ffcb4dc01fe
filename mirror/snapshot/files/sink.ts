/** Where the snapshot's files go. One suite proves every sink (test/mirror/snapshot/sink.test.ts). */
import { closeSync, futimesSync, mkdirSync, openSync, renameSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Encoding, encodings, isEncodable } from '../../../origin/contract/encodings.ts';
import type { Answer } from '../../../origin/read/answer.ts';
import { encode } from '../../../origin/read/encode.ts';
import { mtimeOf } from '../../../origin/read/etag.ts';
import { encodedFile, suffixes } from './encodedFile.ts';
import { faultsOf } from './faults.ts';
import { fileStats } from './fileStats.ts';

/** Files are named by their path below the root, with `/`. Encoded forms come and go with their file. */
export interface Sink {
  /** Whether this answer is there with its encoded forms, as their times and the size tell. */
  holds(file: string, answer: Answer): Promise<boolean>;

  /** The same by every byte: what a damaged disk or a stranger changed shows as well. */
  isWhole(file: string, answer: Answer): Promise<boolean>;

  /** Puts a whole file in its place at once: a reader sees the old bytes or the new. Its mtime tells its content. */
  put(file: string, answer: Answer): Promise<void>;

  /** Takes a file away; false where none was. */
  remove(file: string): Promise<boolean>;

  /** Every file there is, in no order. Files that come or go meanwhile may be named or not. */
  files(): AsyncIterable<string>;
}

/**
 * A directory below `root`. `staging` is emptied: it must be on the same filesystem and used by nobody else. Small files
 * are written without leaving the thread: that takes microseconds, a fifth of handing each step to another thread.
 */
export async function directorySink(root: string, staging: string): Promise<Sink> {
  await rm(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  mkdirSync(root, { recursive: true });
  const drafts = draftsIn(staging);
  const place = (file: string) => join(root, file);
  const putBytes = (file: string, bytes: Uint8Array, mtime: number) => {
    const draft = drafts.next().value;
    const descriptor = openSync(draft, 'w');
    try {
      for (let written = 0; written < bytes.byteLength; ) written += writeSync(descriptor, bytes, written);
      futimesSync(descriptor, mtime, mtime);
    } finally {
      closeSync(descriptor);
    }
    moveTo(draft, place(file));
  };
  const removeEncoded = (file: string) => {
    for (const encoding of encodings) rmSync(place(encodedFile(file, encoding)), { force: true });
  };

  return {
    holds: async (file, answer) => directoryHolds(root, file, answer),

    isWhole: async (file, answer) => (await faultsOf(root, file, answer)).length === 0,

    put: async (file, { type, body }) => {
      const mtime = mtimeOf(body);
      const forms = isEncodable(type, body.byteLength)
        ? await Promise.all(encodings.map((encoding) => encode(body, encoding)))
        : [];
      // A form of other bytes must never stand beside these, not even after a crash.
      removeEncoded(file);
      putBytes(file, body, mtime);
      for (const [index, form] of forms.entries())
        putBytes(encodedFile(file, encodings[index] as Encoding), form, mtime);
    },

    remove: async (file) => {
      if (!fileStats(place(file))) return false;
      rmSync(place(file), { force: true });
      removeEncoded(file);
      dropEmptyFolders(dirname(place(file)), root);
      return true;
    },

    files: () => filesBelow(root, ''),
  };
}

/** Whether the file below `root` has this content, as its mtime and size tell, and the encoded forms that belong to it. */
function directoryHolds(root: string, file: string, { type, body }: Answer): boolean {
  const mtime = mtimeOf(body);
  const withMtime = (path: string) => {
    const stats = fileStats(join(root, path));
    return stats?.mtime === mtime ? stats : undefined;
  };
  if (withMtime(file)?.size !== body.byteLength) return false;
  if (!isEncodable(type, body.byteLength)) return true;
  return encodings.every((encoding) => withMtime(encodedFile(file, encoding)) !== undefined);
}

/**
 * Names for drafts, some to a folder: ext4 makes files near their folder, and searches long once that place is full. A
 * new folder is given a place that is not.
 */
function* draftsIn(staging: string): Generator<string, never> {
  for (let count = 0; ; count += 1) {
    const folder = join(staging, String(Math.floor(count / draftsPerFolder)));
    if (count % draftsPerFolder === 0) mkdirSync(folder, { recursive: true });
    yield join(folder, String(count));
  }
}

const draftsPerFolder = 500;

function moveTo(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(target), { recursive: true });
    renameSync(draft, target);
  }
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

/** Every file below `root`; encoded forms come with their file. */
export async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
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
