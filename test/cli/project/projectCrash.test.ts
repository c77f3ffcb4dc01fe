import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

/** `npm run crash` sets it to 200. */
const kills = Number(process.env['KILLS'] ?? 16);
const killer = join(import.meta.dirname, '../processes/killAt.ts');
const folders = ['.agents/skills', '.claude/skills'];
const slugs = Array.from({ length: 8 }, (_, number) => `skill${number}`);

let served: Served;
beforeAll(async () => {
  served = await serveRegistry();
});
afterAll(() => served[Symbol.asyncDispose]());

/** A manifest with its lock, and what agents find where it is installed. */
interface State {
  files: Record<string, string>;
  skills: Record<string, string>;
}

/** As their authors published them: all in the first version, and all but one in the second. */
async function stateOf(label: string, names: readonly string[]): Promise<State> {
  const skills: Record<string, string> = {};
  const locked: Record<string, object> = {};
  for (const slug of names) {
    const files = {
      'SKILL.md': skillMd(slug, 'Does it.', label),
      'scripts/run.sh': `echo ${label}\n`,
      'references/same.md': 'the same in all',
      ...(slug === 'skill0' && { 'references/large.md': label.repeat(100_000) }),
    };
    const { hash } = await published(served.registry, `ada:${slug}`, files, { version_label: label });
    skills[slug] = hash;
    locked[`ada/${slug}`] = { version: label, hash, bundle: hash, signer: null, from: ['skills.json'] };
  }
  const registry = served.mirrorUrl;
  const asked = Object.fromEntries(names.map((slug) => [`ada/${slug}`, label]));
  const manifest = { registry, agents: ['agents', 'claude'], skills: asked };
  return {
    skills,
    files: {
      'skills.json': JSON.stringify(manifest),
      'skills.lock.json': JSON.stringify({ lockfileVersion: 1, registry, skills: locked }),
    },
  };
}

it(
  `leaves the old skills or the new wherever an install is killed (${kills} times), and the next one completes`,
  async () => {
    const states = [await stateOf('1.0.0', slugs), await stateOf('2.0.0', slugs.slice(1))] as const;
    await served.publishSnapshot();
    const nothing: State = { files: {}, skills: {} };
    let reached = 0;
    let machine: Machine | undefined;
    let before = nothing;
    /** How many operations on files each way takes, of which one is drawn: counted on the first three, which are not killed. */
    const operations: Record<string, number> = {};
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        if (kill % 8 === 0) {
          await machine?.[Symbol.asyncDispose]();
          machine = await newMachine({ registryUrl: served.mirrorUrl });
          before = nothing;
        }
        const here = machine as Machine;
        const now = states[kill % 2] as State;
        const cwd = join(here.home, 'project');
        await mkdir(cwd, { recursive: true });
        const write = () =>
          Promise.all(Object.entries(now.files).map(([name, text]) => writeFile(join(cwd, name), text)));
        await write();
        const frozen = (environment: NodeJS.ProcessEnv) =>
          here.runWith({ node: ['--import', killer], environment, cwd }, 'install', '--frozen');
        // From a cache that has them on, the ways are of the same length.
        const way = before === nothing ? 'first' : kill % 8 === 1 ? 'download' : 'cached';
        const environment = {
          KILL_AT: String(way in operations ? 1 + Math.floor(Math.random() * (operations[way] as number)) : 0),
          KILL_DELAY: String(Math.floor(Math.random() * 4)),
        };
        const circumstances = `kill ${kill}: ${JSON.stringify(environment)}`;
        const { ended, stderr } = await frozen(environment);
        expect(['SIGKILL', 0], stderr).toContain(ended);
        if (ended === 'SIGKILL') reached += 1;
        const isMoving = (await journalsOf(here)) > 0;
        const found = await Promise.all(folders.map((folder) => skillsIn(join(cwd, folder))));
        // A dot keeps agents from reading it; the next install clears it away.
        for (const skills of found)
          for (const name of Object.keys(skills)) if (name.startsWith('.skills-install-probe-')) delete skills[name];
        for (const skills of found) {
          for (const [name, hash] of Object.entries(skills))
            expect([before.skills[name], now.skills[name]], `${circumstances}: ${name}`).toContain(hash);
        }
        if (!isMoving)
          expect(
            [
              [before.skills, before.skills],
              [now.skills, now.skills],
            ],
            circumstances,
          ).toContainEqual(found);
        const after = await here.runWith({ cwd }, 'install', '--frozen');
        expect(after.ended, `${circumstances}\n${after.stderr}`).toBe(0);
        for (const folder of folders) expect(await skillsIn(join(cwd, folder)), circumstances).toEqual(now.skills);
        expect((await readdir(cwd)).sort(), circumstances).toEqual(['.agents', '.claude', ...Object.keys(now.files)]);
        operations[way] ??= Number(/operations: (\d+)/.exec(stderr)?.[1]);
        before = now;
        if (kills > 20) process.stdout.write(`${kill + 1} installs, ${reached} of them killed before their end\n`);
      }
      // A kill that came too late proves little.
      expect(reached).toBeGreaterThan(kills / 2);
    } finally {
      await machine?.[Symbol.asyncDispose]();
    }
  },
  kills * 20_000,
);

it('tells of a first install that was stopped in each command that would see half of it, and finishes it', async () => {
  const slug = 'lone';
  await published(served.registry, `ada:${slug}`, { 'SKILL.md': skillMd(slug, 'Does it.') });
  await served.publishSnapshot();
  await using machine = await newMachine({ registryUrl: served.mirrorUrl });
  const words = ['install', `ada/${slug}`, '--agent', 'agents'];
  const folderFor = async (name: string) => {
    const cwd = join(machine.home, name);
    await mkdir(join(cwd, '.git'), { recursive: true });
    return cwd;
  };
  const runWith = (cwd: string, KILL_AT: string) =>
    machine.runWith({ node: ['--import', killer], environment: { KILL_AT, KILL_DELAY: '0' }, cwd }, ...words);
  await runWith(await folderFor('before'), '0');
  const { stderr } = await runWith(await folderFor('counted'), '0');
  const operations = Number(/operations: (\d+)/.exec(stderr)?.[1]);
  // Nearer and nearer to its beginning, until nothing but the journal tells of it: its manifest is written last.
  let [cwd, begun] = ['', 0];
  for (let at = operations, isMoving = false; !isMoving || existsSync(join(cwd, 'skills.json')); at -= 1) {
    cwd = await folderFor(`project${at}`);
    await runWith(cwd, String(at));
    const journals = await journalsOf(machine);
    [isMoving, begun] = [journals > begun, journals];
  }
  for (const looking of [['list'], ['verify'], ['outdated'], ['why', `ada/${slug}`]]) {
    const { ended, stderr } = await machine.runWith({ cwd }, ...looking);
    expect([looking, ended, stderr]).toEqual([
      looking,
      1,
      expect.stringContaining('To finish it: skill-registry install'),
    ]);
  }
  const { ended, stderr: told } = await machine.runWith({ cwd }, 'install');
  expect([ended, told]).toEqual([0, expect.stringContaining('A command that was stopped here before is finished now')]);
  expect(Object.keys(await skillsIn(join(cwd, '.agents/skills')))).toEqual([slug]);
  expect((await machine.runWith({ cwd }, 'list')).stdout).toContain(`ada/${slug}`);
});

/** Installs that were killed after they had begun to move things. */
async function journalsOf({ home }: Machine): Promise<number> {
  const projects = join(home, '.local/share/skill-registry/projects');
  const entries = await readdir(projects).catch(() => []);
  return entries.filter((entry) => existsSync(join(projects, entry, 'journal.json'))).length;
}
