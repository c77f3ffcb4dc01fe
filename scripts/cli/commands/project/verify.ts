/** Checks every byte that a project has against its lock, and what the registry has against it. */
import { type Context, exitCodes, type Outcome, Unreachable } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { oneLine } from '../../printable.ts';
import { idOf } from '../../project/chosen.ts';
import { foldersIn } from '../../project/folders.ts';
import { isUnfinished } from '../../project/journal.ts';
import { type LockFile, readLock } from '../../project/lockFile.ts';
import { readManifest } from '../../project/manifest.ts';
import { checkedAt, checkedText, listsOf, objectionsTo } from '../../project/objections.ts';
import { planChange } from '../../project/plan.ts';
import { lockName, type Project, shownIn } from '../../project/project.ts';
import { contextAt } from '../../project/registry.ts';
import { summaryOfEdits } from '../../sync/localVersions.ts';
import { placedIn } from '../../sync/projects.ts';
import { syncHomeOf } from '../../sync/syncHome.ts';
import { differencesOf } from '../../sync/versions.ts';
import { plural } from '../../table.ts';

/** `names`: only these skills; all where there are none. Exit code 1 where something is not as locked. */
export async function verifyProject(context: Context, project: Project, names: readonly string[]): Promise<Outcome> {
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
  const before = named(lock, names);
  const chosen = Object.entries(before.skills).map(([name, { hash, version }]) => ({
    ...{ name, hash, label: version, skill_id: idOf(name) },
  }));
  const link = manifest.link === true;
  const { puts, inTheWay, drops, linked, contents } = planChange({
    project,
    placed: await placedIn(project.state),
    home,
    folders,
    before,
    chosen,
    link,
    force: false,
  });
  const lists = await listsOf(registry, home);
  const objections = await objectionsTo(lists, chosen, contents);
  const inStore = await Promise.all(
    [...linked].map(async ([version, path]) => ({ path, differences: await differencesOf(home, version) })),
  );
  const problems = [
    ...puts.map(
      ({ path, before }) =>
        `${shownIn(project, path)} ${before.kind === 'nothing' ? 'is missing' : 'is another version'}`,
    ),
    ...inTheWay.map(({ message }) => message),
    ...drops.map(({ path }) => `${shownIn(project, path)} is in no lock`),
    ...inStore
      .filter(({ differences }) => differences.length > 0)
      .map(({ path, differences }) => `${shownIn(project, path)}: ${summaryOfEdits(differences)}`),
    ...objections.map(({ name, text }) => `${name}: ${text}`),
  ];
  const { red } = context.terminal.style;
  const whole = problems.length === 0 ? 'all as locked' : plural(problems.length, 'problem');
  const said = [
    `${plural(chosen.length, 'skill')} in ${plural(folders.length, 'folder')}, every byte read: ${whole};`,
    `${checkedText(lists)}. Signatures were not checked again, nor were caches of Python and file managers.`,
  ].join(' ');
  return {
    text: [...problems.map((problem) => red(oneLine(problem))), said].join('\n'),
    json: { project: project.root, skills: before.skills, problems, checked_at: checkedAt(lists) || null },
    exitCode: problems.length > 0 ? exitCodes.failed : exitCodes.done,
  };
}

/** Errors: `Failure` for what is not locked. */
function named(lock: LockFile, names: readonly string[]): LockFile {
  if (names.length === 0) return lock;
  const skills: LockFile['skills'] = {};
  for (const name of names) {
    const locked = lock.skills[name];
    if (!locked) throw new Failure(`${name} is not in ${lockName}.`);
    skills[name] = locked;
  }
  return { ...lock, skills };
}
