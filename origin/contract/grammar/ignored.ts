/**
 * What a folder's `.gitignore` and `.skillignore` leave out of it, as git reads them (gitignore(5)): the file nearest to a
 * path decides, its last line that matches first, and what lies in a folder that is left out can't be brought back. Also
 * for the browser: imports nothing of ours.
 */
import ignore, { type Ignore } from 'ignore';

/** Read in this order: of one folder's files the later one has the last word. */
export const ruleFiles = ['.gitignore', '.skillignore'] as const;

/** Bytes that one of them may have: more than anybody writes. */
export const largestRules = 64 * 1024;

/** The rules of one folder, whose path has slashes; the one that all paths begin in may be empty. */
interface Rules {
  folder: string;
  rules: Ignore;
}

/** Rules of folders within one another, the outermost first. */
export type RuleStack = readonly Rules[];

/**
 * The rules that hold in a folder, which they don't leave out: those outside it, and its own. `texts`: of its files,
 * undefined for one that it lacks.
 */
export function withRules(outside: RuleStack, folder: string, texts: readonly (string | undefined)[]): RuleStack {
  const stack = outside.map((outer) => broughtBack(outer, folder));
  if (texts.every((text) => text === undefined)) return stack;
  const rules = ignore({ ignorecase: false });
  for (const text of texts) if (text !== undefined) rules.add(text.replace(/^\uFEFF/, ''));
  return [...stack, { folder, rules }];
}

/** Rules that name a folder which nearer ones brought back no longer decide for what is in it, as they would by themselves. */
function broughtBack(outer: Rules, folder: string): Rules {
  const below = `${pathBelow(outer, folder)}/`;
  if (!outer.rules.test(below).ignored) return outer;
  const folderAlone = `!/${below.replace(/[\\*?[]/g, '\\$&')}`;
  return { ...outer, rules: ignore({ ignorecase: false }).add(outer.rules).add({ pattern: folderAlone }) };
}

/** `path` lies in each of the stack's folders, and has slashes. */
export function isIgnored(stack: RuleStack, path: string, isFolder: boolean): boolean {
  for (const outer of stack.toReversed()) {
    const below = pathBelow(outer, path);
    const { ignored, unignored } = outer.rules.test(isFolder ? `${below}/` : below);
    if (ignored || unignored) return ignored;
  }
  return false;
}

const pathBelow = ({ folder }: Rules, path: string): string =>
  folder ? path.slice(folder.length).replace(/^\//, '') : path;
