/** Which paths a bundle may have (CONTRACT.md, Identifiers, bundles, hashes; Bundle paths). */
import { ApiError } from '../contract/errors.ts';
import { limits } from '../contract/fields.ts';
import { isClaimed, isDeviceName } from '../contract/grammar/segments.ts';
import { bundleInvalid } from './archive/allowance.ts';

/** What every skill has at its root, in this very case. */
export const skillFile = 'SKILL.md';

/** Sorts by the bytes of the path. UTF-16 order is byte order here, since `checkPaths` lets only ASCII through. */
export const byPath = (a: { path: string }, b: { path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;

/**
 * Refuses a bundle that could not be unpacked to the same files everywhere (on Windows, on a file system that folds
 * case, by a tool that follows `..`), and one that git or its like would take for a repository and run commands out of.
 * The registry asks this of what is published, and a device again of what it is about to place.
 * @throws ApiError `bundle_invalid` with the first offending `path` and a message that names the rule.
 */
export function checkPaths(files: readonly { path: string }[]): void {
  const tree: Tree = new Map();
  for (const { path } of files) {
    checkPath(path);
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      place(tree, { path: path.slice(0, slash), file: path });
    }
    place(tree, { path, file: path });
  }
  checkRepositories(tree);
  checkSkillFile(files);
}

export interface RefusedPath {
  path: string;
  /** Which rule it breaks, as a sentence. */
  message: string;
}

/** What `checkPaths` refuses; undefined where that is nothing. */
export function refusedPathIn(files: readonly { path: string }[]): RefusedPath | undefined {
  try {
    checkPaths(files);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { path: String(error.extra['path']), message: error.message };
  }
}

function checkPath(path: string): void {
  if (path === '') throw bundleInvalid('A path must not be empty.', path);
  if (path.length > limits.pathLength) {
    throw bundleInvalid(`A path may have at most ${limits.pathLength} characters.`, path);
  }
  if (path.startsWith('/')) throw bundleInvalid('A path must be relative: it starts with a slash.', path);
  for (const segment of path.split('/')) checkSegment(segment, path);
}

function checkSegment(segment: string, path: string): void {
  if (isClaimed(segment)) {
    throw bundleInvalid(`“${segment}” is a name that version control or a package manager acts on.`, path);
  }
  if (!/^[A-Za-z0-9._\- ]*$/.test(segment)) {
    throw bundleInvalid('A path may have only ASCII letters, digits, space and the characters . _ - /', path);
  }
  if (segment === '') throw bundleInvalid('A path must not have an empty segment.', path);
  if (segment === '.' || segment === '..') throw bundleInvalid('A path must not have a “.” or “..” segment.', path);
  if (/[. ]$/.test(segment)) throw bundleInvalid('No part of a path may end with a dot or a space.', path);
  if (segment.startsWith('-')) throw bundleInvalid('No part of a path may start with “-”, as options do.', path);
  if (isDeviceName(segment)) {
    throw bundleInvalid(`“${segment}” is a device name on Windows.`, path);
  }
}

interface Entry {
  path: string;
  /** Itself, or of a folder the first file below it. */
  file: string;
}

/** Files and folders by their lower-cased paths. */
type Tree = Map<string, Entry>;

const isFile = ({ path, file }: Entry): boolean => path === file;

function place(tree: Tree, entry: Entry): void {
  const { path, file } = entry;
  const there = tree.get(path.toLowerCase()) ?? entry;
  if (isFile(there) !== isFile(entry)) {
    const both = isFile(there) ? there.path : path;
    throw bundleInvalid('The path is a file and also a directory of other files.', both);
  }
  if (there.path !== path) throw bundleInvalid(`“${path}” differs from “${there.path}” in case alone.`, file);
  if (there !== entry && isFile(entry)) throw bundleInvalid('The path is there twice.', path);
  tree.set(path.toLowerCase(), there);
}

/**
 * Git needs no folder called `.git`: it takes any folder with these for a repository (is_git_directory in its setup.c)
 * and runs what that one's `config` names. What a HEAD holds can't be told from its path, so its company decides.
 */
function checkRepositories(tree: Tree): void {
  for (const [folded, entry] of tree) {
    if (!isFile(entry) || !/(?:^|\/)head$/.test(folded)) continue;
    const has = (name: string) => tree.has(folded.slice(0, -'head'.length) + name);
    if (!has('commondir') && !(has('objects') && has('refs'))) continue;
    const others = has('commondir') ? '“commondir”' : '“objects” and “refs”';
    throw bundleInvalid(`Beside ${others} this makes its folder a git repository: rename or remove it.`, entry.path);
  }
}

function checkSkillFile(files: readonly { path: string }[]): void {
  if (files.some(({ path }) => path === skillFile)) return;
  const near = files.find(({ path }) => /(?:^|\/)skill\.md$/i.test(path));
  const hint = near ? ` It has “${near.path}” instead.` : '';
  throw bundleInvalid(`The bundle must have a file ${skillFile} at its root.${hint}`, skillFile);
}
