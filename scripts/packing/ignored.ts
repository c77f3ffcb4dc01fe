/** The rules of folders on this machine (origin/contract/grammar/ignored.ts), and of the repository around them. */
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { ApiError } from '../../origin/contract/errors.ts';
import {
  isIgnored as isIgnoredBy,
  largestRules,
  type RuleStack,
  ruleFiles,
  withRules,
} from '../../origin/contract/grammar/ignored.ts';

const slashed = (path: string): string => path.split(sep).join('/');

/** `path` as the system writes it. */
export const isIgnored = (stack: RuleStack, path: string, isFolder: boolean): boolean =>
  isIgnoredBy(stack, slashed(path), isFolder);

/** The rules that hold in a folder: those outside it, and its own where it has any. Errors: `bundle_invalid`. */
export async function rulesIn(folder: string, outside: RuleStack): Promise<RuleStack> {
  const texts = [];
  for (const name of ruleFiles) texts.push(await textOf(join(folder, name)));
  return withRules(outside, slashed(folder), texts);
}

/** A link is not followed, as git does not. */
async function textOf(file: string): Promise<string | undefined> {
  const found = await lstat(file).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  if (found.size > largestRules)
    throw new ApiError('bundle_invalid', `${file} is larger than ${largestRules / 1024} KiB: shorten it.`, {
      path: file,
    });
  return readFile(file, 'utf8');
}

/**
 * The rules of the folders around one, up to the repository that it is in. None where they leave out the folder itself:
 * whoever names it means it.
 */
export async function rulesAround(folder: string): Promise<RuleStack> {
  const around = await foldersAround(folder);
  let stack: RuleStack = [];
  for (const [at, outer] of around.entries()) {
    stack = await rulesIn(outer, stack);
    if (isIgnored(stack, around[at + 1] ?? folder, true)) return [];
  }
  return stack;
}

/** From the root of the repository inwards, without the folder itself; empty where it is in none, or is its root. */
async function foldersAround(folder: string): Promise<string[]> {
  const around: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    if (at !== folder) around.unshift(at);
    if (await lstat(join(at, '.git')).catch(() => undefined)) return around;
    if (dirname(at) === at) return [];
  }
}
