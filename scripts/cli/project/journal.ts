/**
 * Changes to a project, all of them or none: what is new is made ready next to it, then a journal says what goes where,
 * and only then it is moved there. Killed before the journal is written, an install leaves what was; killed after, the
 * next command moves the rest.
 */
import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import { kindOf, makeRealFolder } from '../sync/home.ts';
import { type Placed, placedIn, rememberProject } from '../sync/places/projects.ts';
import { makeFolder, replaceFile, syncFolder, syncTree, writeNewFile } from '../sync/store/durable.ts';
import { freePlace } from '../sync/store/versions.ts';
import { journalOf, type Project } from './project.ts';
import { markOf } from './standing.ts';

/** Of paths below the project, with slashes. */
const Journal = z.object({
  format: z.literal(2),
  /** As the work folder says it too: another one's journal is of a checkout that stood here before. */
  nonce: z.string(),
  /** The folder for what nobody expected to stand in the way. */
  kept: z.string(),
  moves: z.array(
    z.object({
      /** The number of what is ready in `new`; absent where something only goes. */
      from: z.int().optional(),
      to: z.string(),
      /** What stood there when this was planned, as `markOf` says it: what differs is kept. */
      before: z.string(),
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
type Move = Journal['moves'][number];

/** Makes the folder for what is made ready. Errors: `Failure` where a link stands there, which leads elsewhere. */
export async function makeReady(project: Project): Promise<void> {
  await removeWork(project);
  await makeRealFolder(project.work);
  // So that nobody commits what a killed one left.
  await writeFile(join(project.work, '.gitignore'), '*\n');
  await mkdir(join(project.work, 'new'));
}

const nonceFile = ({ work }: Project): string => join(work, 'nonce');

/** The folder for what is made ready as number `n`. */
export const readyAt = ({ work }: Project, n: number): string => join(work, 'new', String(n));

/**
 * Carries a journal out. What is in it is ready by now. Needs the project's lock. Errors: `Failure` where a folder can't
 * be changed; then nothing was.
 */
export async function carryOut(project: Project, planned: Omit<Journal, 'format' | 'nonce'>): Promise<void> {
  const { moves, files, placed } = planned;
  if (moves.length + files.length === 0) return rememberProject(project.state, { lock: project.lock, placed });
  await refuseFixed(project, moves);
  const nonce = randomUUID();
  await writeNewFile(nonceFile(project), nonce);
  await mkdir(join(project.work, 'old'));
  await syncFolder(project.work);
  const file = journalOf(project);
  await rm(`${file}.unfinished`, { force: true });
  await replaceFile(file, JSON.stringify({ format: 2, nonce, ...planned } satisfies Journal), `${file}.unfinished`);
  await finish(project);
}

/** Errors: `Failure` where something can't be moved between a target folder and the work folder. */
async function refuseFixed(project: Project, moves: readonly Move[]): Promise<void> {
  for (const folder of new Set(moves.map(({ to }) => dirname(join(project.root, to))))) {
    let there = folder;
    while ((await kindOf(there)) === 'nothing') there = dirname(there);
    await removeProbes(there);
    const name = `probe-${randomUUID()}`;
    const probe = join(project.work, name);
    const away = join(there, `.skills-install-${name}`);
    await mkdir(probe);
    try {
      await rename(probe, away);
      await rename(away, probe);
    } catch (error) {
      throw new Failure(`${there} can’t be changed: ${(error as Error).message}. Nothing was changed.`);
    }
    await rm(probe, { recursive: true });
  }
}

/**
 * What one left that was killed between its two renames. An empty folder alone goes: more would be somebody's. Where the
 * folder can be changed and not listed, it stays.
 */
async function removeProbes(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((name) => name.startsWith('.skills-install-probe-'));
  for (const name of left) await rmdir(join(folder, name)).catch(() => undefined);
}

export interface Finished {
  /** Names of skills, each once. */
  put: string[];
  gone: string[];
  /** Where copies are of what people may want back. */
  kept: string[];
}

/**
 * Carries out what a journal says; undefined where there is none, or it is of another checkout. Needs the project's lock.
 */
export async function finish(project: Project): Promise<Finished | undefined> {
  const { state, work, root } = project;
  const file = journalOf(project);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { nonce, kept, moves, files, placed } = journalIn(text, project);
  const isOfThis = (await kindOf(work)) === 'folder' && (await readFile(nonceFile(project), 'utf8').catch(() => ''));
  if (isOfThis !== nonce) {
    await rm(file);
    return undefined;
  }
  const had = await placedIn(state);
  const copies: string[] = [];
  for (const [index, move] of moves.entries())
    copies.push(...(await carryOutMove(project, kept, move, join(work, 'old', String(index)))));
  for (const folder of new Set(moves.map(({ to }) => dirname(join(root, to)))))
    if ((await kindOf(folder)) === 'folder') await syncFolder(folder);
  for (const { path, text: content } of files) {
    const unfinished = join(work, 'unfinished');
    await rm(unfinished, { force: true });
    await replaceFile(join(root, path), content, unfinished);
  }
  await rememberProject(state, { lock: project.lock, placed });
  await rm(file);
  const named = (isPut: boolean, places: Placed) =>
    moves.filter(({ from }) => (from !== undefined) === isPut).flatMap(({ to }) => places[to]?.name ?? []);
  const stays = new Set(Object.values(placed).map(({ name }) => name));
  return {
    put: [...new Set(named(true, placed))].sort(),
    gone: [...new Set(named(false, had))].filter((name) => !stays.has(name)).sort(),
    kept: [...new Set([...moves.flatMap(({ keep }) => keep ?? []), ...copies])],
  };
}

/** Can be done again from wherever it was when it was killed. Returns where it left copies. */
async function carryOutMove(project: Project, kept: string, move: Move, old: string): Promise<string[]> {
  const { from, to } = move;
  const path = join(project.root, to);
  const ready = from === undefined ? undefined : readyAt(project, from);
  if (ready && (await kindOf(ready)) === 'nothing') return [];
  const copies = await settle(old, kept, move);
  if ((await kindOf(path)) !== 'nothing') {
    renameSync(path, old);
    copies.push(...(await settle(old, kept, move)));
  }
  if (!ready) return copies;
  await makeFolder(dirname(path));
  renameSync(ready, path);
  return copies;
}

/** Frees the place of what was replaced: a copy is kept where a person may want it back. */
async function settle(old: string, kept: string, { to, keep, before }: Move): Promise<string[]> {
  if ((await kindOf(old)) === 'nothing') return [];
  const copies: string[] = [];
  if (keep) copies.push(await keepCopy(old, keep));
  else if (markOf(old) !== before) copies.push(await keepCopy(old, await freePlace(kept, basename(to))));
  // By one rename, so that a killed one never keeps half of it.
  renameSync(old, `${old}-${randomUUID()}`);
  return copies;
}

async function keepCopy(old: string, keep: string): Promise<string> {
  // Another install may have taken the place since this one was killed, or this one had come as far.
  const place = (await kindOf(keep)) === 'nothing' ? keep : await freePlace(dirname(keep), basename(keep));
  const unfinished = `${place}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await makeFolder(dirname(place));
  // Most homes are another file system than some projects, and a copy is cheap.
  await cp(old, unfinished, { recursive: true, verbatimSymlinks: true });
  await syncTree(unfinished);
  await rename(unfinished, place);
  await syncFolder(dirname(place));
  return place;
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
export async function removeWork({ work }: Project): Promise<void> {
  const kind = await kindOf(work);
  if (kind === 'folder') await rm(work, { recursive: true });
  else if (kind !== 'nothing') throw new Failure(`${work} is a ${kind}: move it away.`);
}
