import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { install } from '../../scene.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

let served: Served;
let machine: Machine;
/** Of `ada/sums` and `ada/other`. */
const hashes: Record<string, string> = {};

beforeAll(async () => {
  served = await serveRegistry();
  for (const slug of ['sums', 'other', 'objects', 'refs']) {
    const files = { 'SKILL.md': skillMd(slug, 'Does it.', slug) };
    const { hash } = await published(served.registry, `ada:${slug}`, files, { version_label: '1.0.0' });
    hashes[slug] = hash;
  }
  await served.publishSnapshot();
});
afterAll(() => served[Symbol.asyncDispose]());

beforeEach(async () => {
  machine = await newMachine({ registryUrl: served.mirrorUrl });
  return () => machine[Symbol.asyncDispose]();
});

const at = (...names: string[]) => join(machine.home, ...names);
const write = (name: string, value: unknown) => writeFile(at(name), JSON.stringify(value));
const manifest = (more: object = {}) =>
  write('skills.json', { registry: served.mirrorUrl, agents: ['agents'], skills: { 'ada/sums': 'latest' }, ...more });
const done = async (...args: string[]) => {
  const { ended, stdout, stderr } = await machine.run(...args);
  expect(ended, stdout + stderr).toBe(0);
  return stdout + stderr;
};
const refused = async (...args: string[]) => {
  const { ended, stderr } = await machine.run(...args);
  expect(ended, stderr).not.toBe(0);
  return stderr;
};

it('puts no skill where version control runs what it finds, also behind a link, nor into another agent’s skill', async () => {
  await mkdir(at('.git/worktrees'), { recursive: true });
  for (const folder of ['.git/worktrees/', '.GIT/modules/', 'vendor/.hg/', '.skills-install/new/']) {
    await manifest({ agents: [folder] });
    expect(await refused('install'), folder).toContain('is no place for skills');
  }
  await mkdir(at('.agents'));
  await symlink('../.git/worktrees', at('.agents/skills'));
  await manifest();
  expect(await refused('install')).toContain('.git/worktrees is no place for skills');
  expect(await readdir(at('.git/worktrees'))).toEqual([]);
  await rm(at('.agents'), { recursive: true });
  await manifest({ agents: ['agents', '.agents/skills/sums/'] });
  expect(await refused('install')).toContain('.agents/skills/sums is inside .agents/skills');
});

it('completes no git repository out of what is committed and skills called objects and refs', async () => {
  const git = async (folder: string) => {
    await mkdir(at(folder), { recursive: true });
    await writeFile(at(folder, 'HEAD'), 'ref: refs/heads/main\n');
    const run = `touch ${at('ran')}; false`;
    await writeFile(at(folder, 'config'), `[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = "${run}"\n`);
  };
  const skills = { 'ada/objects': 'latest', 'ada/refs': 'latest' };
  await git('tools');
  await git('vendor');
  await mkdir(at('vendor/objects'));
  for (const [folder, found] of [
    ['tools/', 'tools'],
    ['vendor/refs/skills/', 'vendor'],
  ] as const) {
    await manifest({ agents: [folder], skills });
    expect(await refused('install')).toContain(`${found} would be a git repository`);
  }
  expect([await readdir(at('tools')), await readdir(at('vendor'))]).toEqual([
    ['HEAD', 'config'],
    ['HEAD', 'config', 'objects'],
  ]);
  const token = await served.registry.tokenFor('bob');
  for (const slug of ['objects', 'refs']) await install(served.registry, 'bob', `ada:${slug}`);
  const synced = await machine.runWith({ environment: { SKILL_REGISTRY_TOKEN: token } }, 'sync', '--agents', './tools');
  expect([synced.ended, synced.stderr]).toEqual([1, expect.stringContaining('tools would be a git repository')]);
  expect(await readdir(at('tools'))).toEqual(['HEAD', 'config']);
  // One of the two alone is a skill like any other.
  await manifest({ agents: ['tools/'], skills: { 'ada/refs': 'latest' } });
  await done('install');
});

it('keeps a copy of each folder that was edited, also of one skill for two agents', async () => {
  await manifest({ agents: ['agents', 'claude'] });
  await done('install');
  for (const agent of ['.agents', '.claude']) await writeFile(at(agent, 'skills/sums/SKILL.md'), `mine for ${agent}`);
  const said = await done('install', '--force');
  const kept = [...said.matchAll(/Your edited copy is in (.+)/g)].map(([, place = '']) => place);
  const texts = await Promise.all(kept.map((place) => readFile(join(place, 'SKILL.md'), 'utf8')));
  expect(texts.sort()).toEqual(['mine for .agents', 'mine for .claude']);
  expect(await skillsIn(machine.skills)).toEqual({ sums: hashes['sums'] });
});

/** Before the program: no rename to or from such a path succeeds. */
const failing = (part: string) =>
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const refuse = (to) => {
      if (String(to).includes(${JSON.stringify(part)})) throw new Error('EXDEV: cross-device link not permitted');
    };
    const { promises, renameSync } = fs;
    const { rename } = promises;
    promises.rename = async (from, to) => rename(from, refuse(to) ?? to);
    fs.renameSync = (from, to) => renameSync(from, refuse(to) ?? to);
    syncBuiltinESMExports();
  `)}`;

it('changes nothing where a folder can’t be changed, and goes on once it can', async () => {
  await manifest({ agents: ['agents', 'claude'] });
  await mkdir(at('.claude'));
  const { ended, stderr } = await machine.runWith({ node: ['--import', failing('/.claude/')] }, 'install');
  expect([ended, stderr]).toEqual([1, expect.stringContaining('Nothing was changed')]);
  for (const name of ['.agents', '.skills-install', 'skills.lock.json'])
    expect(await readdir(machine.home)).not.toContain(name);
  await done('install');
  expect(await skillsIn(machine.skills)).toEqual({ sums: hashes['sums'] });
});

/** Root may write to whatever is read-only, so root's tests go on as nobody. */
const nobody = 65_534;
const asNobody =
  process.getuid?.() === 0
    ? ['--import', `data:text/javascript,process.setgid(${nobody});process.setuid(${nobody})`]
    : [];

it('says what is read-only before it changes anything, and goes on once it is not', async () => {
  const home = await mkdtemp('/tmp/read-only-');
  if (asNobody.length > 0) await chown(home, nobody, nobody);
  const token = await served.registry.tokenFor('carol');
  const run = (...args: string[]) =>
    machine.runWith({ node: asNobody, cwd: home, environment: { HOME: home, SKILL_REGISTRY_TOKEN: token } }, ...args);
  const skills = join(home, '.agents/skills');
  expect((await run('install', 'ada/sums', 'ada/other')).ended).toBe(0);
  await chmod(join(skills, 'sums'), 0o555);
  const stood = [await skillsIn(skills), await readdir(home)];
  const stays = async (ran: { ended: unknown; stderr: string }, folder: string) => {
    expect([ran.ended, ran.stderr]).toEqual([1, expect.stringContaining(`${folder} is read-only for you.`)]);
    expect([await skillsIn(skills), await readdir(home)]).toEqual(stood);
  };
  await stays(await run('remove', 'ada/other', 'ada/sums'), '.agents/skills/sums');
  await chmod(join(skills, 'sums'), 0o755);
  await chmod(skills, 0o555);
  await stays(await run('remove', 'ada/other', 'ada/sums'), '.agents/skills');
  await chmod(skills, 0o755);
  expect((await run('remove', 'ada/other', 'ada/sums')).ended).toBe(0);
  expect(await skillsIn(skills)).toEqual({});

  await install(served.registry, 'carol', 'ada:sums');
  expect((await run('sync')).ended).toBe(0);
  await install(served.registry, 'carol', 'ada:other');
  await chmod(skills, 0o555);
  const { ended, stderr } = await run('sync');
  expect([ended, stderr]).toEqual([1, expect.stringContaining(`${skills} is read-only for you.`)]);
  expect(Object.keys(await skillsIn(skills))).toEqual(['sums']);
  await chmod(skills, 0o755);
  expect((await run('sync')).ended).toBe(0);
  await rm(home, { recursive: true });
});

/** Leaves an install of `ada/sums` that was stopped once it had begun to move things. */
async function stopped() {
  await manifest({ agents: ['.agents/skills/'] });
  const { ended } = await machine.runWith({ node: ['--import', failing('/.agents/skills/sums')] }, 'install');
  expect(ended).toBe(1);
}

it('finishes what was stopped, keeps what has come in the way, and leaves another checkout at the path alone', async () => {
  await stopped();
  await mkdir(at('.agents/skills/sums'), { recursive: true });
  await writeFile(at('.agents/skills/sums/mine.md'), 'mine');
  await done('install');
  expect(await skillsIn(machine.skills)).toEqual({ sums: hashes['sums'] });
  const syncs = at('.local/share/skill-registry/sync');
  const [host = ''] = await readdir(syncs);
  const [kept = ''] = await readdir(join(syncs, host, 'kept'));
  expect(await readFile(join(syncs, host, 'kept', kept, 'mine.md'), 'utf8')).toBe('mine');

  for (const name of ['.agents', 'skills.json', 'skills.lock.json']) await rm(at(name), { recursive: true });
  await stopped();
  for (const name of ['.agents', '.skills-install']) await rm(at(name), { recursive: true });
  await mkdir(at('.agents/skills/sums'), { recursive: true });
  await writeFile(at('.agents/skills/sums/mine.md'), 'mine');
  expect(await refused('install')).toContain('.agents/skills/sums');
  expect(await readdir(at('.agents/skills/sums'))).toEqual(['mine.md']);
});

it('says what a stopped update brought, and where it left what was edited, once it is finished', async () => {
  await manifest({ agents: ['.agents/skills/'] });
  await done('install');
  await writeFile(at('.agents/skills/sums/SKILL.md'), 'mine');
  await manifest({ agents: ['.agents/skills/'], skills: { 'ada/sums': 'latest', 'ada/other': 'latest' } });
  const stopped = await machine.runWith(
    { node: ['--import', failing('/.agents/skills/sums')] },
    ...['update', '--yes', '--force'],
  );
  expect([stopped.ended, stopped.stderr]).toEqual([1, expect.not.stringContaining('edited copy')]);
  const said = await done('install', '--frozen');
  expect(said).toContain(
    'A command that was stopped here before is finished now:\n+ ada/other 1.0.0\n+ ada/sums 1.0.0\n',
  );
  const [, kept = ''] = /Your edited copy is in (.+)/.exec(said) ?? [];
  expect(await readFile(join(kept, 'SKILL.md'), 'utf8')).toBe('mine');
  expect(await done('install', '--frozen')).not.toContain('stopped');
});

it('makes nothing where a link in the repository leads, also where there is nothing to change', async () => {
  await manifest();
  await done('install');
  await mkdir(at('elsewhere'));
  await symlink('elsewhere', at('.skills-install'));
  await refused('install', '--frozen');
  expect(await readdir(at('elsewhere'))).toEqual([]);
});

it('looks through links: puts again what the store lost, and says what was edited there', async () => {
  await mkdir(at('project'));
  const registry = served.mirrorUrl;
  await write('project/skills.json', { registry, agents: ['agents'], link: true, skills: { 'ada/sums': 'latest' } });
  const install = async (...options: string[]) => {
    const { stdout, stderr } = await machine.runWith({ cwd: at('project') }, 'install', ...options);
    return stdout + stderr;
  };
  await install();
  const file = at('project/.agents/skills/sums/SKILL.md');
  const text = await readFile(file, 'utf8');
  await writeFile(file, 'mine');
  expect(await install()).toContain('.agents/skills/sums was edited by hand, in this machine’s store');
  const [, kept = ''] = /Your edited copy is in (.+)/.exec(await install('--force')) ?? [];
  expect(await readFile(join(kept, 'sums/SKILL.md'), 'utf8')).toBe('mine');
  expect(await readFile(file, 'utf8')).toBe(text);
  const syncs = at('.local/share/skill-registry/sync');
  const [host = ''] = await readdir(syncs);
  await rm(join(syncs, host, 'versions'), { recursive: true });
  expect(await install()).toContain('+ ada/sums 1.0.0');
  expect(await readFile(file, 'utf8')).toBe(text);
});

it('reads no lock that puts two skills into one folder', async () => {
  await manifest();
  await done('install');
  const lock = JSON.parse(await readFile(at('skills.lock.json'), 'utf8'));
  lock.skills['bob/sums'] = lock.skills['ada/sums'];
  await write('skills.lock.json', lock);
  expect(await refused('install')).toContain('has ada/sums and bob/sums in one folder, sums');
});

it('takes for names only names, and goes by no skills.json above that another user wrote', async () => {
  await manifest({ skills: { 'not a/name!': 'latest' } });
  expect(await refused('install')).toContain('skills.json: "skills.not a/name!"');
  await manifest();
  await done('install');
  expect(await refused('why', 'toString')).toContain('toString is not in skills.lock.json');
  if (process.getuid?.() !== 0) return;
  await mkdir(at('below'));
  await chown(at('skills.json'), 12_345, 12_345);
  const { ended, stderr } = await machine.runWith({ cwd: at('below') }, 'install');
  expect([ended, stderr]).toEqual([1, expect.stringContaining('belongs to another user')]);
});
