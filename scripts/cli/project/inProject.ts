/** One command at a time in a project, once what a killed one had begun is carried to its end and said. */
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { locked } from '../lock.ts';
import { makeFolder } from '../sync/store/durable.ts';
import { finish, removeWork } from './journal.ts';
import { type LockFile, readLock } from './lockFile.ts';
import { changeLines } from './outcome.ts';
import { isUnfinished, type Project } from './project.ts';

/** Milliseconds to wait for another install in the same project. */
const patience = 60_000;

/** Runs `work` alone in the project. Errors: `Failure` where another command runs there for a minute. */
export async function inProject<T>(context: Context, project: Project, work: () => Promise<T>): Promise<T> {
  const { state } = project;
  await makeFolder(state, 0o700);
  return locked({ lock: join(state, 'lock'), staging: state, purpose: 'install', patience }, async () => {
    await resume(context, project);
    try {
      return await work();
    } finally {
      if (!isUnfinished(project)) await removeWork(project);
    }
  });
}

/** Who is told of it is told now: the command that began it never came to that. */
async function resume({ terminal }: Context, project: Project): Promise<void> {
  if (!isUnfinished(project)) return;
  const before = await lockIn(project);
  const finished = await finish(project);
  if (!finished) return;
  const { put, gone, kept } = finished;
  const lock = (await lockIn(project)) ?? before;
  const lines = changeLines({ put, gone, lock, before });
  terminal.note(['A command that was stopped here before is finished now:', ...lines].join('\n'));
  for (const path of kept) terminal.note(`Your edited copy is in ${path}`);
}

/** What can't be read is said by the command that needs it. */
const lockIn = (project: Project): Promise<LockFile | undefined> => readLock(project).catch(() => undefined);
