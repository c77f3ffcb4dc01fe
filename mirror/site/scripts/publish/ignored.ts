/** What a chosen folder’s own `.gitignore` and `.skillignore` leave out. Those of folders around it no browser shows. */
import {
  isIgnored,
  largestRules,
  type RuleStack,
  ruleFiles,
  withRules,
} from '../../../../origin/contract/grammar/ignored.ts';

/** The files that are not left out. Rejects where a file of rules is larger than anybody writes. */
export async function notIgnored<Chosen extends { path: string; file: File }>(
  files: readonly Chosen[],
): Promise<Chosen[]> {
  const byPath = new Map(files.map((one) => [one.path, one.file]));
  const stacks = new Map<string, Promise<RuleStack | undefined>>();

  /** The rules that hold in a folder; undefined where it is left out itself. */
  const stackOf = (folder: string): Promise<RuleStack | undefined> => {
    const known = stacks.get(folder) ?? readStack(folder);
    stacks.set(folder, known);
    return known;
  };
  const readStack = async (folder: string): Promise<RuleStack | undefined> => {
    const outside = folder === '' ? [] : await stackOf(folderOf(folder));
    if (!outside || isIgnored(outside, folder, true)) return undefined;
    const texts = ruleFiles.map((name) => byPath.get(folder ? `${folder}/${name}` : name));
    return withRules(outside, folder, await Promise.all(texts.map(textOf)));
  };

  const kept: Chosen[] = [];
  for (const one of files) {
    const stack = await stackOf(folderOf(one.path));
    if (stack && !isIgnored(stack, one.path, false)) kept.push(one);
  }
  return kept;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

async function textOf(file: File | undefined): Promise<string | undefined> {
  if (file && file.size > largestRules)
    throw new Error(`That can’t be published: its ${file.name} has over ${largestRules / 1024} KiB.`);
  return file?.text();
}
