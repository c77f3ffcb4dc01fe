/** Checks every byte that a project has against its lock, and what is known against it. */
import { type Context, exitCodes, type Outcome, Unreachable } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { oneLine } from '../../printable.ts';
import { foldersIn } from '../../project/folders.ts';
import { adviceAgainst } from '../../project/install.ts';
import { isUnfinished } from '../../project/journal.ts';
import { readLock } from '../../project/lockFile.ts';
import { readManifest } from '../../project/manifest.ts';
import { planChange } from '../../project/plan.ts';
import { lockName, type Project, shownIn } from '../../project/project.ts';
import { contextAt } from '../../project/registry.ts';
import { idOf } from '../../project/resolve.ts';
import { syncHomeOf } from '../../sync/syncHome.ts';
import { plural } from '../../table.ts';

export async function verifyProject(context: Context, project: Project): Promise<Outcome> {
  const manifest = await readManifest(project);
  const lock = await readLock(project);
  if (!lock) throw new Failure(`There is no ${lockName}. To write one: skill-registry install`);
  if (isUnfinished(project))
    throw new Failure('An install was stopped in the middle. To finish it: skill-registry install');
  const there = contextAt(context, manifest.registry);
  const registry = await there.registry().catch((error: unknown) => {
    if (error instanceof Unreachable) return undefined;
    throw error;
  });
  const home = syncHomeOf(there, registry);
  const folders = await foldersIn(project, manifest.agents);
  const chosen = Object.entries(lock.skills).map(([name, { hash, version }]) => ({
    name,
    hash,
    label: version,
    skill_id: idOf(name),
  }));
  const link = manifest.link === true;
  const { puts, inTheWay, drops } = planChange({ project, home, folders, before: lock, chosen, link, force: false });
  const { advised, checkedAt } = await adviceAgainst(registry, home, chosen, new Map());
  const problems = [
    ...puts.map(
      ({ path, before }) =>
        `${shownIn(project, path)} ${before.kind === 'nothing' ? 'is missing' : 'is another version'}`,
    ),
    ...inTheWay.map(({ message }) => message),
    ...drops.map(({ path }) => `${shownIn(project, path)} is in no lock`),
    ...advised.map(({ name, text }) => `${name}: ${text}`),
  ];
  const { red } = context.terminal.style;
  const advice = checkedAt
    ? `advisories as of ${new Date(checkedAt * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : 'advisories were not checked';
  const whole = problems.length === 0 ? 'all as locked' : plural(problems.length, 'problem');
  const said = `${plural(chosen.length, 'skill')} in ${plural(folders.length, 'folder')}, every byte read: ${whole}; ${advice}.`;
  return {
    text: [...problems.map((problem) => red(oneLine(problem))), said].join('\n'),
    json: { project: project.root, skills: lock.skills, problems, advisories_checked_at: checkedAt || null },
    exitCode: problems.length > 0 ? exitCodes.failed : exitCodes.done,
  };
}
