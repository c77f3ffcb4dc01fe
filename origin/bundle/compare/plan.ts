/** What of two versions a comparison reads: decided by paths, sizes and hashes, before anything is read. */
import type { diffOmissions } from '../../contract/records.ts';
import type { ManifestFile } from '../manifest.ts';
import { byPath, skillFile } from '../paths.ts';

export interface Change<File> {
  path: string;
  status: 'added' | 'removed' | 'changed';
  /** Absent where the file is not there, or left out. */
  before?: File;
  after?: File;
  omitted?: Omitted;
}

export type Omitted = (typeof diffOmissions)[number];

export interface Plan<File> {
  /** The most important first. */
  changes: Change<File>[];
}

/** Bytes that one comparison reads. */
const readable = 2 * 1024 * 1024;

/** What agents read and run comes first, and of that what is small. */
export function planOf(before: readonly ManifestFile[], after: readonly ManifestFile[]): Plan<ManifestFile> {
  const [old, fresh] = [byName(before), byName(after)];
  let left = readable;
  const fits = (size: number): boolean => {
    if (size > left) return false;
    left -= size;
    return true;
  };
  const changes = [...new Set([...old.keys(), ...fresh.keys()])]
    .map((path) => pairOf(path, old.get(path), fresh.get(path)))
    .filter(({ before, after }) => before?.hash !== after?.hash)
    .sort(byImportance)
    .map(({ path, status, size, ...sides }) => {
      if (fits(size)) return { path, status, ...sides };
      return { path, status, omitted: size > readable ? ('too_large' as const) : ('budget' as const) };
    });
  return { changes };
}

const byName = (files: readonly ManifestFile[]) => new Map(files.map((file) => [file.path, file]));

function pairOf(path: string, before: ManifestFile | undefined, after: ManifestFile | undefined) {
  const status: Change<unknown>['status'] = !before ? 'added' : !after ? 'removed' : 'changed';
  const size = (before?.size ?? 0) + (after?.size ?? 0);
  return { path, status, size, ...(before && { before }), ...(after && { after }) };
}

interface Sized {
  path: string;
  size: number;
}

const byImportance = (one: Sized, other: Sized): number =>
  rank(one.path) - rank(other.path) || one.size - other.size || byPath(one, other);

const rank = (path: string): number => (path === skillFile ? 0 : isUsed.test(path) ? 1 : 2);
const isUsed = /^(?:scripts|bin|hooks)\/|\.(?:md|sh|bash|zsh|fish|ps1|bat|cmd|py|rb|pl|php|lua|js|mjs|cjs|ts|mts)$/i;
