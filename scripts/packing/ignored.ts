/**
 * What a folder's `.gitignore` and `.skillignore` leave out of it, as git reads them (gitignore(5)): the file nearest to
 * a path decides, its last line that matches first, and what lies in a folder that is left out can't be brought back.
 */
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { ApiError } from '../../origin/contract/errors.ts';

/** Read in this order: of one folder's files the later one has the last word. */
const names = ['.gitignore', '.skillignore'] as const;

/** The rules of one folder. */
interface Rules {
  folder: string;
  rules: Ignore;
}

/** Rules of folders within one another, the outermost first. */
export type RuleStack = readonly Rules[];

/** More than anybody writes, in bytes. */
const maxBytes = 64 * 1024;

/** The rules that hold in a folder: those outside it, and its own where it has any. Errors: `bundle_invalid`. */
export async function rulesIn(folder: string, outside: RuleStack): Promise<RuleStack> {
  const texts = [];
  for (const name of names) texts.push(await textOf(join(folder, name)));
  if (texts.every((text) => text === undefined)) return outside;
  const rules = ignore({ ignorecase: false });
  for (const text of texts) if (text !== undefined) rules.add(text);
  return [...outside, { folder, rules }];
}

/** A link is not followed, as git does not. */
async function textOf(file: string): Promise<string | undefined> {
  const found = await lstat(file).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  if (found.size > maxBytes)
    throw new ApiError('bundle_invalid', `${file} is larger than ${maxBytes / 1024} KiB: shorten it.`, { path: file });
  return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
}

export function isIgnored(stack: RuleStack, path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of stack.toReversed()) {
    const below = relative(folder, path).split(sep).join('/');
    const { ignored, unignored } = rules.test(isFolder ? `${below}/` : below);
    if (ignored || unignored) return ignored;
  }
  return false;
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
