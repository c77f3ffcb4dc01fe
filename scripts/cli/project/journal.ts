/**
 * Changes to a project, all of them or none: what is new is made ready next to it, then a journal says what goes where,
 * and only then it is moved there. Killed before the journal is written, an install leaves what was; killed after, the
 * next command moves the rest.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import { locked } from '../lock.ts';
import { replaceFile, syncFolder } from '../sync/durable.ts';
import { kindOf, makeRealFolder } from '../sync/home.ts';
import { rememberProject } from '../sync/projects.ts';
import { freePlace } from '../sync/versions.ts';
import type { Project } from './project.ts';

/** Of paths below the project, with slashes. */
const Journal = z.object({
  format: z.literal(1),
  moves: z.array(
    z.object({
      /** The number of what is ready in `new`; absent where something only goes. */
      from: z.int().optional(),
      to: z.string(),
      /** Where what stands there goes: outside the project where a person may want it back. */
      keep: z.string().optional(),
    }),
  ),
  /** Files with their new text, written last. */
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  /** What is there then, of ours. */
  placed: z.record(z.string(), z.object({ name: z.string(), hash: z.string() })),
});

export type Journal = z.output<typeof Journal>;

/** Milliseconds to wait for another install in the same project. */
const patience = 60_000;

/**
 * Runs `work` alone in the project, once an install that was killed is carried to its end. Errors: `Failure` where another
 * one runs for a minute.
 */
export async function inProject<T>(project: Project, work: () => Promise<T>): Promise<T> {
  const { state } = project;
  await mkdir(state, { recursive: true, mode: 0o700 });
  return locked({ lock: join(state, 'lock'), staging: state, purpose: 'install', patience }, async () => {
    await finish(project);
    try {
      return await work();
    } finally {
      if (!isUnfinished(project)) await removeWork(project);
    }
  });
}

/** Whether an install was killed after it had begun to move things. */
export const isUnfinished = ({ state }: Project): boolean => existsSync(join(state, 'journal.json'));

/** Makes the folder for what is made ready. Errors: `Failure` where a link stands there, which leads elsewhere. */
export async function makeReady(project: Project): Promise<void> {
  await removeWork(project);
  await makeRealFolder(project.work);
  // So that nobody commits what a killed one left.
  await writeFile(join(project.work, '.gitignore'), '*\n');
  await mkdir(join(project.work, 'new'));
}

/** The folder for what is made ready as number `n`. */
export const readyAt = ({ work }: Project, n: number): string => join(work, 'new', String(n));

/** Carries a journal out. What is in it is ready by now. Needs the project's lock. */
export async function carryOut(project: Project, journal: Journal): Promise<void> {
  const file = join(project.state, 'journal.json');
  await rm(`${file}.unfinished`, { force: true });
  await replaceFile(file, JSON.stringify(journal), `${file}.unfinished`);
  await finish(project);
}

async function finish(project: Project): Promise<void> {
  const { state, work, root } = project;
  const text = await readFile(join(state, 'journal.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return;
  const { moves, files, placed } = journalIn(text, project);
  await makeRealFolder(join(work, 'old'));
  for (const [index, move] of moves.entries()) await carryOutMove(project, move, join(work, 'old', String(index)));
  for (const folder of new Set(moves.map(({ to }) => dirname(join(root, to)))))
    if ((await kindOf(folder)) === 'folder') await syncFolder(folder);
  for (const { path, text: content } of files) {
    const to = join(root, path);
    await rm(`${to}.unfinished`, { force: true });
    await replaceFile(to, content, `${to}.unfinished`);
  }
  await rememberProject(state, { lock: project.lock, placed });
  await rm(join(state, 'journal.json'));
}

/** Can be done again from wherever it was when it was killed. */
async function carryOutMove(project: Project, move: Journal['moves'][number], old: string): Promise<void> {
  const { from, to, keep } = move;
  const path = join(project.root, to);
  const ready = from === undefined ? undefined : readyAt(project, from);
  if (ready && (await kindOf(ready)) === 'nothing') return;
  await settle(old, keep);
  if ((await kindOf(path)) !== 'nothing') {
    await rename(path, old);
    await settle(old, keep);
  }
  if (!ready) return;
  await mkdir(dirname(path), { recursive: true });
  await rename(ready, path);
}

/** Frees the place of what was replaced: a copy is kept where a person may want it back. */
async function settle(old: string, keep: string | undefined): Promise<void> {
  if ((await kindOf(old)) === 'nothing') return;
  if (keep) await keepCopy(old, keep);
  // By one rename, so that a killed one never keeps half of it.
  await rename(old, `${old}-${randomUUID()}`);
}

async function keepCopy(old: string, keep: string): Promise<void> {
  // Another install may have taken the place since this one was killed, or this one had come as far.
  const place = (await kindOf(keep)) === 'nothing' ? keep : await freePlace(dirname(keep), basename(keep));
  const unfinished = `${place}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(dirname(place), { recursive: true });
  // Most homes are another file system than some projects, and a copy is cheap.
  await cp(old, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, place);
}

/** Errors: `Failure` where the disk has made something else of it. */
function journalIn(text: string, { state, work }: Project): Journal {
  try {
    return Journal.parse(JSON.parse(text));
  } catch {
    throw new Failure(`${state} can’t be read. Delete it and ${work}, then install again.`);
  }
}

/** Errors: `Failure` where a link stands there: what is in it is not ours. */
async function removeWork({ work }: Project): Promise<void> {
  const kind = await kindOf(work);
  if (kind === 'folder') await rm(work, { recursive: true });
  else if (kind !== 'nothing') throw new Failure(`${work} is a ${kind}: move it away.`);
}
