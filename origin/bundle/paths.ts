/** Which paths a bundle may have (CONTRACT.md, Identifiers, bundles, hashes). */
import { limits } from '../contract/fields.ts';
import { bundleInvalid } from './allowance.ts';

/** What every skill has at its root, in this very case. */
export const skillFile = 'SKILL.md';

/** Sorts by the bytes of the path. UTF-16 order is byte order here, since `checkPaths` lets only ASCII through. */
export const byPath = (a: { path: string }, b: { path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;

/**
 * Refuses a bundle that could not be unpacked to the same files everywhere: on Windows, on a file system that folds
 * case, by a tool that follows `..`.
 * @throws ApiError `bundle_invalid` with the first offending `path` and a message that names the rule.
 */
export function checkPaths(files: readonly { path: string }[]): void {
  const paths = new Map<string, string>();
  for (const { path } of files) {
    checkPath(path);
    const folded = path.toLowerCase();
    const other = paths.get(folded);
    if (other === path) throw bundleInvalid('The path is there twice.', path);
    if (other !== undefined) throw bundleInvalid(`The path differs from “${other}” in case alone.`, path);
    paths.set(folded, path);
  }
  for (const { path } of files) checkAncestors(path, paths);
  checkSkillFile(files);
}

function checkPath(path: string): void {
  if (path === '') throw bundleInvalid('A path must not be empty.', path);
  if (path.length > limits.pathLength) {
    throw bundleInvalid(`A path may have at most ${limits.pathLength} characters.`, path);
  }
  if (!/^[A-Za-z0-9._\-/ ]*$/.test(path)) {
    throw bundleInvalid('A path may have only ASCII letters, digits, space and the characters . _ - /', path);
  }
  if (path.startsWith('/')) throw bundleInvalid('A path must be relative: it starts with a slash.', path);
  for (const segment of path.split('/')) checkSegment(segment, path);
}

function checkSegment(segment: string, path: string): void {
  if (segment === '') throw bundleInvalid('A path must not have an empty segment.', path);
  if (segment === '.' || segment === '..') throw bundleInvalid('A path must not have a “.” or “..” segment.', path);
  if (/[. ]$/.test(segment)) throw bundleInvalid('No part of a path may end with a dot or a space.', path);
  if (/^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i.test(segment)) {
    throw bundleInvalid(`“${segment}” is a device name on Windows.`, path);
  }
}

/** `paths` maps each lower-cased path of the bundle to itself. */
function checkAncestors(path: string, paths: ReadonlyMap<string, string>): void {
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const file = paths.get(path.slice(0, slash).toLowerCase());
    if (file !== undefined) throw bundleInvalid('The path is a file and also a directory of other files.', file);
  }
}

function checkSkillFile(files: readonly { path: string }[]): void {
  if (files.some(({ path }) => path === skillFile)) return;
  const near = files.find(({ path }) => /(?:^|\/)skill\.md$/i.test(path));
  const hint = near ? ` It has “${near.path}” instead.` : '';
  throw bundleInvalid(`The bundle must have a file ${skillFile} at its root.${hint}`, skillFile);
}
