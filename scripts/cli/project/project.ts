/** A project that skills are installed into: the folder with `skills.json`. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Context } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { projectsFolder } from '../sync/places/projects.ts';

export const manifestName = 'skills.json';
export const lockName = 'skills.lock.json';

/** All paths absolute. */
export interface Project {
  root: string;
  manifest: string;
  lock: string;
  /** What an install is about to put in place. Not there between two installs. */
  work: string;
  /** How far an install is: outside the project, since a repository could bring along a state of its own. */
  state: string;
}

export function projectAt(folder: string, { config: { dataDirectory } }: Pick<Context, 'config'>): Project {
  // Its places are told by what they are below it, links in the way followed.
  const root = realpathSync(folder);
  return {
    root,
    manifest: join(root, manifestName),
    lock: join(root, lockName),
    work: join(root, '.skills-install'),
    state: join(projectsFolder(dataDirectory), createHash('sha256').update(root).digest('hex').slice(0, 32)),
  };
}

/** How far an install is that has begun to move things; there is none between two installs. */
export const journalOf = ({ state }: Project): string => join(state, 'journal.json');

/** Whether an install was killed after it had begun to move things. */
export const isUnfinished = (project: Project): boolean => existsSync(journalOf(project));

/** For what only looks, and would see half of it. Errors: `Failure`. */
export function refuseUnfinished(project: Project): void {
  if (isUnfinished(project))
    throw new Failure('An install was stopped before its end. To finish it: skill-registry install');
}

/**
 * The project that a folder is in: the nearest one above it with `skills.json`, or with a first install that was stopped, no further than its repository and the
 * person's home. Undefined where there is none. Errors: `Failure` where one above belongs to another user.
 */
export function projectAround(context: Pick<Context, 'workingDirectory' | 'config'>): Project | undefined {
  const { workingDirectory, config } = context;
  for (let folder = resolve(workingDirectory); ; folder = dirname(folder)) {
    if (existsSync(join(folder, manifestName))) {
      if (folder !== resolve(workingDirectory)) refuseForeign(join(folder, manifestName));
      return projectAt(folder, context);
    }
    const begun = projectAt(folder, context);
    if (isUnfinished(begun)) return begun;
    if (existsSync(join(folder, '.git')) || folder === resolve(config.home) || folder === dirname(folder))
      return undefined;
  }
}

/** Anyone can write into `/tmp`, and what is found above says which registry is asked. Errors: `Failure`. */
function refuseForeign(manifest: string): void {
  const user = process.getuid?.();
  const { uid } = lstatSync(manifest);
  if (user === undefined || uid === user || uid === 0) return;
  throw new Failure(`${manifest} belongs to another user. If you trust it, run this in its own folder.`);
}

/** Errors: `Failure` (usage) where there is none. */
export function requireProject(context: Context): Project {
  const project = projectAround(context);
  if (project) return project;
  throw noProject();
}

export const noProject = (): Failure =>
  new Failure(
    `There is no ${manifestName} here or above. To begin one: skill-registry install <author>/<slug>`,
    exitCodes.usage,
  );

/** As people name a place in it: with slashes. */
export const shownIn = ({ root }: Project, path: string): string => relative(root, path).replaceAll('\\', '/');
