/** What a bare repository holds, read as git's objects. */
import { GitFailure, GitRefusal, type GitRun, git } from './git.ts';

/** One entry of a commit: a file, a link (`120000`) or another repository (`160000`). */
export interface TreeEntry {
  path: string;
  mode: string;
  /** Of its object. */
  id: string;
  /** Bytes; 0 for another repository. */
  size: number;
}

/** Errors: `GitRefusal` for a repository without one. */
export async function newestCommit(repository: string, run: GitRun): Promise<string> {
  try {
    return (await git([...within(repository), 'rev-parse', '--verify', 'HEAD^{commit}'], run)).toString().trim();
  } catch (error) {
    throw error instanceof GitFailure ? new GitRefusal('The repository is empty.') : error;
  }
}

const within = (repository: string) => [`--git-dir=${repository}`];

/** A line of the listing with the longest path that a skill could be at, and room. */
const maxLine = 1024;

/** All that a commit has. Errors: `GitRefusal` for more than `most`. */
export async function entriesOf(repository: string, commit: string, most: number, run: GitRun): Promise<TreeEntry[]> {
  const list = ['ls-tree', '-r', '-l', '-z', '--full-tree', commit];
  const listing = await git([...within(repository), ...list], { ...run, mostOutput: most * maxLine });
  return readListing(listing, most);
}

/** What `ls-tree -r -l -z` prints. Errors: `GitRefusal` for more than `most`. */
export function readListing(listing: Buffer, most: number): TreeEntry[] {
  const lines = listing.toString().split('\0').slice(0, -1);
  if (lines.length > most) throw new GitRefusal(`The repository has more than ${most} files.`);
  return lines.map((line) => {
    const tab = line.indexOf('\t');
    const [mode = '', , id = '', size] = line.slice(0, tab).split(/ +/);
    return { path: line.slice(tab + 1), mode, id, size: Number(size) || 0 };
  });
}

/** The bytes of files, in their order. */
export async function readFiles(repository: string, files: readonly TreeEntry[], run: GitRun): Promise<Uint8Array[]> {
  const whole = files.reduce((sum, { size }) => sum + size, 0);
  const bytes = await git([...within(repository), 'cat-file', '--batch'], {
    ...run,
    input: files.map(({ id }) => `${id}\n`).join(''),
    mostOutput: whole + files.length * maxLine,
  });
  return readBatch(bytes, files);
}

const newline = 0x0a;

/** What `cat-file --batch` prints of these files. Errors: `GitRefusal` for anything else. */
export function readBatch(bytes: Buffer, files: readonly TreeEntry[]): Uint8Array[] {
  let at = 0;
  return files.map(({ id, size }) => {
    const start = bytes.indexOf('\n', at) + 1;
    if (bytes.toString('latin1', at, start) !== `${id} blob ${size}\n`)
      throw new GitRefusal('The repository is damaged.');
    at = start + size + 1;
    if (bytes[at - 1] !== newline) throw new GitRefusal('The repository is damaged.');
    return bytes.subarray(start, start + size);
  });
}
