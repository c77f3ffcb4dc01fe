import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { readFrontmatter } from '../../../origin/bundle/frontmatter.ts';
import { checkSlug } from '../../../origin/contract/grammar/names.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../context.ts';

export interface InitOptions {
  name?: string;
  description?: string;
}

/** Writes a SKILL.md that the registry takes into a folder. One that is there is never touched. */
export async function init(context: Context, folder: string | undefined, options: InitOptions): Promise<Outcome> {
  const { terminal, workingDirectory } = context;
  const target = resolve(workingDirectory, folder ?? '.');
  const file = join(target, 'SKILL.md');
  if (await lstat(file).catch(() => undefined)) throw isThere(file);
  const name =
    options.name ?? (await terminal.ask('Name (lowercase letters, digits, hyphens)', slugOf(basename(target))));
  checkSlug(name);
  const description = options.description ?? (await terminal.ask('What it does, and when to use it', ''));
  if (!description.trim()) {
    throw new Failure('Say what the skill does and when to use it: --description "…"', exitCodes.usage);
  }
  const text = skillText(name, description.trim());
  readFrontmatter(Buffer.from(text));
  await mkdir(target, { recursive: true });
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? isThere(file) : error;
  });
  const shown = relative(workingDirectory, target) || '.';
  return {
    text: `Wrote ${file}.\nNext: skill-registry lint ${shown}; skill-registry publish ${shown}${basename(target) === name ? '' : ` --slug ${name}`}`,
    json: { name, description: description.trim(), path: file },
  };
}

const isThere = (file: string): Failure => new Failure(`${file} already exists. Nothing was changed.`);

/** The nearest name that a folder's own allows. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 63);

/** A JSON string is a YAML string as well. */
const skillText = (name: string, description: string): string => `---
name: ${JSON.stringify(name)}
description: ${JSON.stringify(description)}
version: "0.1.0"
---

# ${name}

What the person has at the end, in a sentence or two.

## Steps

1. The first step, with the exact command or action.
2. The next one, and how to see that it worked.

## If something fails

- What may go wrong, and what to do then.
`;
