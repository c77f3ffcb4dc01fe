/** What code is made of: its files and packages, through everything that they import. Types alone change no byte. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';

export interface Sources {
  /** Below the project's folder. */
  files: string[];
  /** Names of packages, as they are imported. */
  packages: string[];
}

/** Follows imports from files of the project in `root`. Those of `hubs` count, and what they import does not. */
export function sourceReader(root: string, hubs: readonly string[]): (entries: readonly string[]) => Promise<Sources> {
  const known = new Map<string, Sources>();
  const nextTo = async (file: string): Promise<Sources> => {
    if (extname(file) !== '.ts' || hubs.includes(file)) return { files: [], packages: [] };
    const source = await readFile(join(root, file), 'utf8');
    const names = importsIn(source);
    const others = await Promise.all(readBy(source).map((name) => filesBelow(root, join(dirname(file), name))));
    const files = names.filter((name) => name.startsWith('.')).map((name) => join(dirname(file), name));
    return {
      files: [...files, ...others.flat()].filter((path) => existsSync(join(root, path))),
      packages: names.filter((name) => !/^(?:\.|node:)/.test(name)).map(packageOf),
    };
  };
  return async (entries) => {
    const found = new Set(entries);
    const packages = new Set<string>();
    for (const file of found) {
      const next = known.get(file) ?? (await nextTo(file));
      known.set(file, next);
      for (const path of next.files) found.add(path);
      for (const name of next.packages) packages.add(name);
    }
    return { files: [...found].sort(), packages: [...packages].sort() };
  };
}

const importing =
  /^\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s+['"]([^'"]+)['"]|(?:^import\s+|(typeof\s+)?import\()['"]([^'"]+)['"]/gm;

const importsIn = (source: string): string[] =>
  [...source.matchAll(importing)].filter((match) => !(match[1] || match[3])).map((match) => match[2] ?? match[4] ?? '');

/** Files beside a module that it reads, or runs as a thread. */
const readBy = (source: string): string[] =>
  [...source.matchAll(/import\.meta\.dirname, '([^']+)'/g)].map(([, name = '']) => name);

/** The files of names that a module imports from others of ours, by name. */
export async function importedBy(root: string, file: string): Promise<Map<string, string>> {
  const source = await readFile(join(root, file), 'utf8');
  const named = source.matchAll(/^import \{ (\w+) \} from '(\.[^']+)';$/gm);
  return new Map([...named].map(([, name = '', from = '']) => [name, join(dirname(file), from)]));
}

/** The package that a module is imported from. */
export const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/** The files below a folder of the project, or the file itself. Its README.md files are about it, and nothing reads them. */
export async function filesBelow(root: string, path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'README.md')
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** SHA-256 over the names and bytes of files of the project, and what else is to be the same. */
export function digestOf(root: string, files: readonly string[], facts: readonly string[]): string {
  const digest = createHash('sha256');
  // To hand each to a thread takes longer than to read it.
  for (const file of files) digest.update(`${file}\0`).update(readFileSync(join(root, file)));
  return digest.update(JSON.stringify(facts)).digest('hex');
}

/** SHA-256 over the names and bytes of every file below these paths of the project. */
export async function digestOfSources(paths: readonly string[], root: string): Promise<string> {
  const files = await Promise.all(paths.map((path) => filesBelow(root, path)));
  return digestOf(root, files.flat(), []);
}
