/** Projects of this machine, so that what they have locked stays in the store. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './durable.ts';

/** Where each project of this machine has a folder. */
export const projectsFolder = (dataDirectory: string): string => join(dataDirectory, 'projects');

const lockPattern = /\bsha256:([0-9a-f]{64})\b/g;

/** `state`: the folder that a project has among this machine's things. `lock`: the path of its lock file. */
export async function rememberProject(state: string, lock: string): Promise<void> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  const file = join(state, 'project.json');
  const text = `${JSON.stringify({ lock })}\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) await replaceFile(file, text, `${file}.unfinished`);
}

/** The digits of every hash that a project's lock has; one that was deleted has none. `projects`: their folders' folder. */
export async function digitsInProjects(projects: string): Promise<Set<string>> {
  const digits = new Set<string>();
  for (const entry of await readdir(projects).catch(() => [])) {
    try {
      const { lock } = JSON.parse(await readFile(join(projects, entry, 'project.json'), 'utf8')) as { lock: string };
      for (const [, found = ''] of (await readFile(lock, 'utf8')).matchAll(lockPattern)) digits.add(found);
    } catch {
      // Deleted, or on a disk that is not here now.
    }
  }
  return digits;
}
