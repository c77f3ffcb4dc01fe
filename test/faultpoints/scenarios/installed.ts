/** Skills of a project: installed, updated and removed. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { published } from '../../answers.ts';
import { skillsIn } from '../../cli/machine.ts';
import { serveRegistry } from '../../cli/registryOnLoopback.ts';
import { skillMd } from '../../registry.ts';
import type { Act } from '../act.ts';
import { perform } from '../acts.ts';
import type { Scenario } from '../explore.ts';
import { differing } from './differing.ts';
import { isWorded } from './synced.ts';

const folders = ['.agents/skills', '.claude/skills'];

type Skills = Record<string, string>;

export async function projectScenarios(): Promise<{ scenarios: Scenario[] } & AsyncDisposable> {
  const served = await serveRegistry();
  const publish = async (slug: string, label: string) => {
    const files = { 'SKILL.md': skillMd(slug, 'Does it.', label), 'scripts/run.sh': `echo ${label}\n` };
    return (await published(served.registry, `ada:${slug}`, files, { version_label: label })).hash;
  };
  const [sums, sorts] = [await publish('sums', '1.0.0'), await publish('sorts', '1.0.0')];
  const newest = { sums: await publish('sums', '1.1.0'), sorts };
  await served.publishSnapshot();
  const url = served.mirrorUrl;
  const run = async (root: string, ...args: string[]) => {
    const { ended, said } = await perform(commandOf(url, root, args));
    if (ended !== 0) throw new Error(`${args.join(' ')}: ${said}`);
  };
  const prepare = async (root: string) => {
    mkdirSync(join(root, 'project/.agents'), { recursive: true });
    mkdirSync(join(root, 'project/.claude'));
  };
  const installed = async (root: string) => {
    await prepare(root);
    await run(root, 'install', 'ada/sums@1.0.0', 'ada/sorts@1.0.0');
  };
  const scenarios = [
    { ...scenarioOf(url, 'project: install', ['install', 'ada/sums', 'ada/sorts'], {}, newest), prepare },
    {
      ...scenarioOf(url, 'project: update', ['install', 'ada/sums@1.1.0'], { sums, sorts }, newest),
      prepare: installed,
    },
    {
      ...scenarioOf(url, 'project: remove', ['remove', 'ada/sums'], { sums, sorts }, { sorts }),
      prepare: installed,
    },
  ];
  return { scenarios, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() };
}

const commandOf = (url: string, root: string, args: string[]): Act => ({
  ...{ does: 'cli', root, args },
  environment: { PATH: process.env['PATH'], HOME: root, PWD: join(root, 'project'), CI: '1', SKILL_REGISTRY_URL: url },
});

function scenarioOf(url: string, name: string, args: string[], before: Skills, now: Skills): Omit<Scenario, 'prepare'> {
  return {
    name,
    act: (root) => commandOf(url, root, args),
    isClean: ({ ended, said }) => ended === 0 || (ended === 1 && isWorded(said)),
    check: async (root, told) => {
      const wrong: string[] = [];
      const project = join(root, 'project');
      const isMoving = journalIn(root);
      const found = await allSkills(project);
      for (const [place, hash] of Object.entries(found)) {
        const skill = place.split('/').at(-1) ?? '';
        if (hash !== before[skill] && hash !== now[skill]) wrong.push(`at first: ${place} is ${hash}`);
      }
      const [was, is] = [inAll(before), inAll(now)];
      if (told.includes('ended')) wrong.push(...differing('at first', found, is));
      else if (!isMoving && !isSame(found, was) && !isSame(found, is))
        wrong.push(`at first, without a journal: ${JSON.stringify(found)}`);
      // Which of the two it is, the lock says. What looks says that something was begun, and the next install carries on with it.
      const { ended, said } = await perform(commandOf(url, root, ['list']));
      if (isMoving ? ended !== 1 || !said.includes('To finish it') : ended !== 0) wrong.push(`list: ${said}`);
      const hasManifest = () => existsSync(join(project, 'skills.json'));
      const again = hasManifest() || isMoving ? await perform(commandOf(url, root, ['install'])) : undefined;
      // Where all that was made ready is lost, there is nothing to install either.
      if (again && again.ended !== 0 && hasManifest()) wrong.push(`install: ${again.said}`);
      const settled = await allSkills(project);
      if (!isSame(settled, was) && !isSame(settled, is)) wrong.push(`in the end: ${JSON.stringify(settled)}`);
      if (told.includes('ended') && !isSame(settled, is)) wrong.push('what was done was taken back');
      const verified = Object.keys(settled).length > 0 ? await perform(commandOf(url, root, ['verify'])) : undefined;
      if (verified && verified.ended !== 0) wrong.push(`verify: ${verified.said}`);
      const done = await perform(commandOf(url, root, args));
      const isRepeated = args[0] === 'remove' && isSame(settled, is);
      if (done.ended !== 0 && !isRepeated) wrong.push(`once more: ${done.said}`);
      wrong.push(...differing('once more', await allSkills(project), is), ...leftIn(root));
      return wrong;
    },
  };
}

async function allSkills(project: string): Promise<Skills> {
  const found: Skills = {};
  // A dot keeps agents from reading it; the next install clears it away.
  for (const folder of folders)
    for (const [name, hash] of Object.entries(await skillsIn(join(project, folder))))
      if (!name.startsWith('.skills-install-probe-')) found[`${folder}/${name}`] = hash;
  return found;
}

const inAll = (skills: Skills): Skills =>
  Object.fromEntries(
    folders.flatMap((folder) => Object.entries(skills).map(([name, hash]) => [`${folder}/${name}`, hash])),
  );

const isSame = (one: Skills, other: Skills): boolean => differing('', one, other).length === 0;

const projectsIn = (root: string) => join(root, '.local/share/skill-registry/projects');
const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

const journalIn = (root: string): boolean =>
  namesIn(projectsIn(root)).some((id) => existsSync(join(projectsIn(root), id, 'journal.json')));

function leftIn(root: string): string[] {
  const known = ['.agents', '.claude', 'skills.json', 'skills.lock.json'];
  const left = namesIn(join(root, 'project')).filter((name) => !known.includes(name));
  for (const folder of folders)
    left.push(...namesIn(join(root, 'project', folder)).filter((name) => name.startsWith('.')));
  for (const id of namesIn(projectsIn(root)))
    left.push(...namesIn(join(projectsIn(root), id)).filter((name) => name !== 'project.json'));
  const sync = join(root, '.local/share/skill-registry/sync');
  for (const id of namesIn(sync)) left.push(...namesIn(join(sync, id, 'staging')), ...namesIn(join(sync, id, 'kept')));
  const lock = join(root, 'project/skills.lock.json');
  if (existsSync(lock)) JSON.parse(readFileSync(lock, 'utf8'));
  return left.length > 0 ? [`left behind: ${left}`] : [];
}
