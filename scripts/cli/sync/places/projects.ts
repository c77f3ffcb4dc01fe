/** Projects of this machine, so that what they have locked stays in the store. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { replaceFile } from '../store/durable.ts';

/** Where each project of this machine has a folder. */
export const projectsFolder = (dataDirectory: string): string => join(dataDirectory, 'projects');

const lockPattern = /\bsha256:([0-9a-f]{64})\b/g;

/** Which skill this machine put where, by the place below the project's root, with slashes. */
export type Placed = Record<string, { name: string; hash: string }>;

interface Remembered {
  /** The path of its lock file. */
  lock: string;
  placed: Placed;
}

/** `state`: the folder that a project has among this machine's things. */
export async function rememberProject(state: string, remembered: Remembered): Promise<void> {
  const file = join(state, 'project.json');
  const text = `${JSON.stringify(remembered)}\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  await rm(`${file}.unfinished`, { force: true });
  await replaceFile(file, text, `${file}.unfinished`);
}

/** Nothing where it was never remembered. */
export async function placedIn(state: string): Promise<Placed> {
  const text = await readFile(join(state, 'project.json'), 'utf8').catch(() => '{}');
  try {
    return (JSON.parse(text) as Partial<Remembered>).placed ?? {};
  } catch {
    return {};
  }
}

/** Roots of the projects of this machine, as far as they are known: absolute, in order, with the name of their folder. */
export async function rememberedProjects(dataDirectory: string): Promise<{ id: string; root: string }[]> {
  const projects = projectsFolder(dataDirectory);
  const found: { id: string; root: string }[] = [];
  for (const id of await readdir(projects).catch(() => [])) {
    try {
      const { lock } = JSON.parse(await readFile(join(projects, id, 'project.json'), 'utf8')) as Remembered;
      if (isAbsolute(lock)) found.push({ id, root: dirname(lock) });
    } catch {
      // Never installed to its end, or damaged.
    }
  }
  return found.sort((one, other) => (one.root < other.root ? -1 : 1));
}

/** The digits of every hash that a project's lock has; one that was deleted has none. `projects`: their folders' folder. */
export async function digitsInProjects(projects: string): Promise<Set<string>> {
  const digits = new Set<string>();
  for (const entry of await readdir(projects).catch(() => [])) {
    try {
      const { lock } = JSON.parse(await readFile(join(projects, entry, 'project.json'), 'utf8')) as Remembered;
      for (const [, found = ''] of (await readFile(lock, 'utf8')).matchAll(lockPattern)) digits.add(found);
    } catch {
      // Deleted, or on a disk that is not here now.
    }
  }
  return digits;
}
