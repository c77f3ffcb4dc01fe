import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { ApiError } from '../../origin/contract/errors.ts';
import type { Desk, Outcome } from './desk.ts';
import { openPace } from './pace.ts';
import { publishFolder, type SkillFolder } from './publishFolder.ts';

interface Refusal {
  skill: string;
  code: string;
  message: string;
}

/**
 * Publishes every `<author>/<slug>` folder below `directory`. A folder that the registry refuses is reported and the
 * rest go on; what is there with the same content is left alone. Exit 1 only if something could not be read at all.
 */
export async function importSkills(desk: Desk, directory: string): Promise<Outcome> {
  const folders = await skillFolders(resolve(directory));
  const published: string[] = [];
  const unchanged: string[] = [];
  const refused: Refusal[] = [];
  const unreadable: Refusal[] = [];

  const pace = await openPace(desk);
  for (const [index, folder] of folders.entries()) {
    await pace.keep();
    const skill = `${folder.author}/${folder.slug}`;
    desk.progress(index, folders.length, skill);
    try {
      const { status } = await publishFolder(desk, folder);
      (status === 201 ? published : unchanged).push(skill);
      desk.log(`${status === 201 ? 'published' : 'unchanged'} ${skill}`);
    } catch (error) {
      if (error instanceof ApiError) refused.push({ skill, code: error.code, message: whereOf(error) + error.message });
      else if (isFileError(error)) unreadable.push({ skill, code: error.code, message: error.message });
      else throw error;
    }
  }
  await pace.close();
  desk.progress(folders.length, folders.length, '');
  const problem = ({ skill, code, message }: Refusal) => `  ${skill}: ${code}: ${message}`;
  const lines = [
    `${published.length} published, ${unchanged.length} unchanged, ${refused.length} refused, ${unreadable.length} unreadable, of ${folders.length}.`,
    ...(refused.length ? ['Refused:', ...refused.map(problem)] : []),
    ...(unreadable.length ? ['Could not be read:', ...unreadable.map(problem)] : []),
  ];
  return {
    text: lines.join('\n'),
    json: { published, unchanged, refused, unreadable },
    exitCode: unreadable.length > 0 ? 1 : 0,
  };
}

async function skillFolders(root: string): Promise<SkillFolder[]> {
  const folders: SkillFolder[] = [];
  for (const author of await foldersIn(root)) {
    for (const folder of await foldersIn(author)) {
      folders.push({ author: basename(author), slug: basename(folder), folder });
    }
  }
  if (folders.length === 0) throw new Error(`${root} has no <author>/<slug> folders.`);
  return folders;
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(path, entry.name))
    .sort();
}

/** The place inside the bundle, where the refusal names one that its message does not. */
function whereOf({ extra, message }: ApiError): string {
  const { path } = extra;
  return typeof path === 'string' && !message.includes(path) ? `${path}: ` : '';
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException & { code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error;
