/** The folders of a project that its agents read skills from. */
import { existsSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type Agent, agentNamed, agents } from '../../../origin/contract/clients/agents.ts';
import { isClaimed } from '../../../origin/contract/grammar/segments.ts';
import { isFolder } from '../agents.ts';
import type { Context } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { type Project, shownIn } from './project.ts';

/** The agents that are in use in a project, by what stands at its root: at least the folder that most read. */
export function agentsIn({ root }: Project): string[] {
  const found = Object.entries(agents)
    .filter(([, { signs }]) => signs.some((sign) => existsSync(join(root, sign))))
    .map(([name]) => name);
  // Those that read the shared folder need no folder of their own.
  const folders = new Map(found.map((name) => [(agentNamed(name) as Agent).project, name]));
  return folders.size === 0 ? [] : [...new Set(found.map((name) => nameOfFolder(name)))];
}

const nameOfFolder = (name: string): string => (agentNamed(name)?.project === agents.agents.project ? 'agents' : name);

/** What a person chose once, where nothing in the project says it. */
export async function askForAgents({ terminal }: Context): Promise<string[]> {
  if (!terminal.isInteractive) return ['agents'];
  const { claude } = agents;
  const readers = Object.values(agents).filter(({ project, tab }) => tab && project === agents.agents.project);
  const names = new Intl.ListFormat('en').format(readers.map(({ name }) => name));
  terminal.note(`Skills go into ${agents.agents.project}, which ${names} read.`);
  const withClaude = await terminal.confirm(`Also into ${claude.project}, for ${claude.name}?`, false);
  return withClaude ? ['agents', 'claude'] : ['agents'];
}

/**
 * Absolute, each once: two agents may share a folder, and one may be a link to the other's. Errors: `Failure` where one
 * leads out of the project or into what tools act on, is a file, or has another of them in it.
 */
export async function foldersIn(project: Project, names: readonly string[]): Promise<string[]> {
  const folders = new Set<string>();
  const { root } = project;
  for (const name of names) {
    const below = isFolder(name) ? name : (agentNamed(name) as Agent).project;
    const folder = await realFolder(resolve(root, below));
    if (!folder.startsWith(root + sep))
      throw new Failure(
        `${below} leads out of the project, to ${folder}. Choose other agents with --agent.`,
        exitCodes.usage,
      );
    refuseClaimed(project, folder);
    folders.add(folder);
  }
  refuseNested(project, [...folders]);
  return [...folders];
}

/** Skills with chosen names in `.git` are a repository whose configuration git runs, whoever wrote `skills.json`. */
function refuseClaimed(project: Project, folder: string): void {
  const place = shownIn(project, folder);
  const taken = place.split('/').find((segment) => {
    // Some file systems leave out what can't be seen, or what follows a colon.
    const [name = ''] = segment.replace(/\p{Cf}/gu, '').split(':');
    return isClaimed(name) || name.toLowerCase() === basename(project.work);
  });
  if (taken === undefined) return;
  throw new Failure(`${place} is no place for skills: programs act on what is in ${taken}.`, exitCodes.usage);
}

/** What is a skill for one agent would be a file of another's skill. */
function refuseNested(project: Project, folders: readonly string[]): void {
  const folded = folders.map((folder) => `${folder.toLowerCase()}${sep}`);
  for (const [index, inner] of folders.entries()) {
    const outer = folders.find((_, n) => n !== index && folded[index]?.startsWith(folded[n] as string));
    if (outer === undefined) continue;
    const places = `${shownIn(project, inner)} is inside ${shownIn(project, outer)}`;
    throw new Failure(`${places}. Choose other agents with --agent.`, exitCodes.usage);
  }
}

/** Where what is made at a path would be, links above it followed. Errors: `Failure` where a file is in the way. */
async function realFolder(path: string): Promise<string> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats) return join(await realFolder(dirname(path)), path.slice(dirname(path).length));
  const real = await realpath(path).catch(() => {
    throw new Failure(`${path} is a link that leads nowhere.`);
  });
  if ((await lstat(real)).isDirectory()) return real;
  throw new Failure(`${real} is a file where a folder should be: move it away.`);
}
