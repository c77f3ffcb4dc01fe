import { lstat, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { install } from '../../scene.ts';
import { freePort } from '../../servers/freePort.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

let served: Served;
let machine: Machine;
/** Nobody's name is used twice, so tests share the registry. */
let people = 0;
let person: string;

beforeAll(async () => {
  served = await serveRegistry();
});
afterAll(() => served[Symbol.asyncDispose]());

beforeEach(async () => {
  people += 1;
  person = `person${people}`;
  const token = await served.registry.tokenFor(person);
  machine = await newMachine({ registryUrl: served.originUrl, token });
  return () => machine[Symbol.asyncDispose]();
});

/** Publishes `<author>:<slug>` and returns its hash. */
const publish = async (skill: string, body = 'first', more: Record<string, string> = {}) => {
  const files = {
    'SKILL.md': skillMd(skill.split(':')[1] ?? '', 'Does it.', body),
    'scripts/run.sh': `echo ${skill}\n`,
    ...more,
  };
  return (await published(served.registry, skill, files)).hash;
};

const approve = (skill: string) => install(served.registry, person, skill);
const unapprove = (skill: string) => served.registry.send('DELETE', `/library/${skill.replace(':', '/')}`, person);

const at = (...path: string[]) => join(machine.skills, ...path);
const reportOf = (stdout: string) => JSON.parse(stdout);

describe('sync', () => {
  it('puts what is approved where agents read, and nothing else', async () => {
    const hash = await publish(`${person}a:first`);
    await publish(`${person}a:second`);
    await served.publishSnapshot();
    await approve(`${person}a:first`);
    const { ended, stdout, stderr } = await machine.run('sync');
    expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
    expect(stdout).toContain(`+ ${person}a/first v1`);
    expect(await skillsIn(machine.skills)).toEqual({ first: hash });
    expect(await readdir(machine.home)).not.toContain('.claude');
  });

  it('asks once where nothing changed, and changes nothing', async () => {
    await publish(`${person}a:first`);
    await served.publishSnapshot();
    await approve(`${person}a:first`);
    await machine.run('sync');
    served.asked.length = 0;
    const { stdout } = await machine.run('sync');
    expect(served.asked).toEqual(['GET /api/v1/sync/manifest']);
    expect(stdout).toBe('1 skill, all up to date; 2 files checked by size and times, none edited.\n');
  });

  it('follows what is approved: the new version, and then none', async () => {
    const skill = `${person}a:first`;
    await publish(skill);
    await approve(skill);
    await machine.run('sync');
    const hash = await publish(skill, 'second');
    expect((await machine.run('sync')).stdout).toContain('up to date');
    await approve(skill);
    expect((await machine.run('sync')).stdout).toContain(`~ ${nameOf(skill)} v2`);
    expect(await skillsIn(machine.skills)).toEqual({ first: hash });
    await unapprove(skill);
    expect((await machine.run('sync')).stdout).toContain(`- ${nameOf(skill)}`);
    expect(await skillsIn(machine.skills)).toEqual({});
  });

  it('downloads of a new version only the files that are not here', async () => {
    const skill = `${person}a:first`;
    await publish(skill, 'first', { 'large.txt': 'x'.repeat(10_000) });
    await served.publishSnapshot();
    await approve(skill);
    await machine.run('sync');
    await publish(skill, 'second', { 'large.txt': 'x'.repeat(10_000) });
    await served.publishSnapshot();
    await approve(skill);
    served.asked.length = 0;
    await machine.run('sync');
    expect(served.asked.map((line) => line.replace(/sha256:\w+/, '…'))).toEqual([
      'GET /api/v1/sync/manifest',
      'GET /api/v1/advisories',
      'mirror GET /.well-known/skill-registry.json',
      `mirror GET /api/v1/skills/${person}a/first/versions/…/files`,
      `mirror GET /api/v1/skills/${person}a/first/versions/…/file?path=SKILL.md`,
    ]);
  });

  it('downloads a version once, whoever publishes it and however many agents read it', async () => {
    const files = { 'SKILL.md': skillMd('same') };
    for (const author of ['a', 'b']) await published(served.registry, `${person}${author}:same${author}`, files);
    await served.publishSnapshot();
    for (const author of ['a', 'b']) await approve(`${person}${author}:same${author}`);
    served.asked.length = 0;
    await machine.run('sync', '--agents', 'agents,claude,codex');
    expect(
      served.asked.filter((line) => line.startsWith('mirror') && !/advisories$|well-known/.test(line)),
    ).toHaveLength(1);
    for (const folder of ['.agents', '.claude', '.codex']) {
      expect(Object.keys(await skillsIn(join(machine.home, folder, 'skills')))).toEqual(['samea', 'sameb']);
    }
  });

  it('takes private skills from the origin, and tells the mirror no name of the person’s own', async () => {
    const files = { 'SKILL.md': skillMd('hidden') };
    const { hash } = await published(served.registry, `${person}:hidden`, files, { visibility: 'private' });
    await served.publishSnapshot();
    served.asked.length = 0;
    expect((await machine.run('sync')).ended).toBe(0);
    expect(await skillsIn(machine.skills)).toEqual({ hidden: hash });
    expect(served.asked.filter((asked) => asked.startsWith('mirror ') && asked.includes('hidden'))).toEqual([]);
  });

  it('gives the second skill of a name that of its author in front, and says so', async () => {
    for (const author of ['b', 'a']) {
      await publish(`${person}${author}:same`, author);
      await approve(`${person}${author}:same`);
    }
    const { stdout, stderr } = await machine.run('sync');
    expect(Object.keys(await skillsIn(machine.skills))).toEqual([`${person}b-same`, 'same']);
    expect(stdout).toContain(`+ ${person}b/same v1 as ${person}b-same`);
    expect(stderr).toContain(`${person}b/same is installed as ${person}b-same`);
    await unapprove(`${person}a:same`);
    await machine.run('sync');
    expect(Object.keys(await skillsIn(machine.skills))).toEqual([`${person}b-same`]);
  });

  it('remembers the agents, and leaves folders that are no longer chosen', async () => {
    const hash = await publish(`${person}a:first`);
    await approve(`${person}a:first`);
    await machine.run('sync', '--agents', 'claude');
    await machine.run('sync');
    const claude = join(machine.home, '.claude/skills');
    expect([await skillsIn(machine.skills), await skillsIn(claude)]).toEqual([{}, { first: hash }]);
    await machine.run('sync', '--agents', 'agents');
    expect([await skillsIn(machine.skills), await skillsIn(claude)]).toEqual([{ first: hash }, {}]);
    expect((await machine.run('sync', '--agents', 'nobody')).ended).toBe(2);
  });

  it('says what it would do, and does nothing, with --dry-run', async () => {
    await publish(`${person}a:first`);
    await approve(`${person}a:first`);
    const { stdout } = await machine.run('sync', '--dry-run');
    expect(stdout).toContain('1 would be added');
    expect(await skillsIn(machine.skills)).toEqual({});
  });

  it('keeps what is here while the registry is away, and says so', async () => {
    const hash = await publish(`${person}a:first`);
    await approve(`${person}a:first`);
    await machine.run('sync');
    served.isAway = true;
    const { ended, stderr, stdout } = await machine.run('sync').finally(() => {
      served.isAway = false;
    });
    expect({ ended, stdout }).toEqual({ ended: 0, stdout: expect.stringContaining('1 skill stays unchanged') });
    expect(stderr).toContain('Check your network');
    expect(await skillsIn(machine.skills)).toEqual({ first: hash });
  });

  it('has nothing to keep where the registry was never reached', async () => {
    const away = { environment: { SKILL_REGISTRY_URL: `http://127.0.0.1:${await freePort()}` } };
    const { ended, stderr } = await machine.runWith(away, 'sync');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('Nothing answers') });
  });

  it('sends who is not signed in to sign in, and touches nothing', async () => {
    const { ended } = await machine.runWith({ environment: { SKILL_REGISTRY_TOKEN: '' } }, 'sync');
    expect(ended).toBe(4);
  });

  it('refuses to run twice at once, and is not held up by one that died', async () => {
    await publish(`${person}a:first`);
    await approve(`${person}a:first`);
    await machine.run('sync');
    const [name = ''] = await readdir(join(machine.home, '.local/share/skill-registry/sync'));
    const lock = join(machine.home, '.local/share/skill-registry/sync', name, 'lock');
    const began = (await readFile(`/proc/${process.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[19];
    await writeFile(lock, JSON.stringify({ pid: process.pid, began }));
    const { ended, stderr } = await machine.run('sync');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('Another sync is running') });
    await writeFile(lock, JSON.stringify({ pid: process.pid, began: 'long ago' }));
    expect((await machine.run('sync')).ended).toBe(0);
  });
});

describe('sync leaves alone what is not its own', () => {
  it('a folder that stands where a skill would go', async () => {
    await publish(`${person}a:first`);
    await publish(`${person}a:second`);
    for (const slug of ['first', 'second']) await approve(`${person}a:${slug}`);
    await mkdir(at('first'), { recursive: true });
    await writeFile(at('first/SKILL.md'), 'mine');
    for (const args of [[], ['--force']]) {
      const { ended, stderr } = await machine.run('sync', ...args);
      expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('was not installed by sync') });
    }
    expect(await readFile(at('first/SKILL.md'), 'utf8')).toBe('mine');
    expect(Object.keys(await skillsIn(machine.skills))).toEqual(['first', 'second']);
  });

  it('a link to elsewhere, which it does not follow', async () => {
    await publish(`${person}a:first`);
    await approve(`${person}a:first`);
    const elsewhere = join(machine.home, 'elsewhere');
    await mkdir(elsewhere);
    await mkdir(machine.skills, { recursive: true });
    await symlink(elsewhere, at('first'));
    expect((await machine.run('sync', '--force')).ended).toBe(1);
    expect((await lstat(at('first'))).isSymbolicLink()).toBe(true);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it('an agents’ folder that is a link', async () => {
    await publish(`${person}a:first`);
    await approve(`${person}a:first`);
    const elsewhere = join(machine.home, 'elsewhere');
    await mkdir(elsewhere);
    await symlink(elsewhere, join(machine.home, '.agents'));
    const { ended, stderr } = await machine.run('sync');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('is a link') });
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it('what a person edited, until --force, which keeps their copy', async () => {
    const skill = `${person}a:first`;
    await publish(skill);
    await approve(skill);
    await machine.run('sync');
    await writeFile(at('first/scripts/run.sh'), 'mine');
    const hash = await publish(skill, 'second');
    await approve(skill);
    const refused = await machine.run('sync');
    expect(refused.ended).toBe(1);
    expect(refused.stderr).toContain('was edited by hand (scripts/run.sh changed)');
    expect(await readFile(at('first/scripts/run.sh'), 'utf8')).toBe('mine');
    expect((await machine.run('sync')).ended).toBe(1);
    const { ended, stdout } = await machine.run('--json', 'sync', '--force');
    expect(ended).toBe(0);
    expect(await skillsIn(machine.skills)).toEqual({ first: hash });
    const [kept] = reportOf(stdout).kept;
    expect(await readFile(join(kept.path, 'first/scripts/run.sh'), 'utf8')).toBe('mine');
  });

  it('an edited skill that is no longer approved', async () => {
    const skill = `${person}a:first`;
    await publish(skill);
    await approve(skill);
    await machine.run('sync');
    await writeFile(at('first/notes.md'), 'mine');
    await unapprove(skill);
    expect((await machine.run('sync')).stderr).toContain('no longer approved, but was edited by hand');
    expect(await readFile(at('first/notes.md'), 'utf8')).toBe('mine');
    expect((await machine.run('sync', '--force')).ended).toBe(0);
    expect(await skillsIn(machine.skills)).toEqual({});
  });

  it('a folder that a person put in its place, until --force', async () => {
    const skill = `${person}a:first`;
    const hash = await publish(skill);
    await approve(skill);
    await machine.run('sync');
    await rm(at('first'));
    await mkdir(at('first'));
    await writeFile(at('first/SKILL.md'), 'mine');
    expect((await machine.run('sync')).stderr).toContain('was replaced by hand');
    const { stdout } = await machine.run('--json', 'sync', '--force');
    expect(await skillsIn(machine.skills)).toEqual({ first: hash });
    expect(await readFile(join(reportOf(stdout).kept[0].path, 'SKILL.md'), 'utf8')).toBe('mine');
  });

  it('but not what interpreters leave behind, nor a link that was deleted', async () => {
    const skill = `${person}a:first`;
    await publish(skill);
    await approve(skill);
    await machine.run('sync');
    await mkdir(at('first/scripts/__pycache__'));
    await writeFile(at('first/scripts/__pycache__/run.pyc'), '');
    const hash = await publish(skill, 'second');
    await approve(skill);
    expect((await machine.run('sync')).ended).toBe(0);
    await rm(at('first'));
    await machine.run('sync');
    expect(await skillsIn(machine.skills)).toEqual({ first: hash });
  });

  it('what a person edited, and says so each time, though nothing newer is approved', async () => {
    const skill = `${person}a:first`;
    const hash = await publish(skill);
    await approve(skill);
    await machine.run('sync');
    await writeFile(at('first/scripts/run.sh'), `echo ${skill.replace('first', 'FIRST')}\n`);
    const edited = `${nameOf(skill)}: ${at('first')} was edited by hand (scripts/run.sh changed) and was left alone.`;
    for (const _ of [1, 2]) {
      const { ended, stderr, stdout } = await machine.run('sync');
      expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining(edited) });
      expect(stdout).toBe('1 skill approved: nothing changed.\n');
    }
    const doctor = await machine.run('doctor');
    expect(doctor.ended).toBe(1);
    expect(doctor.stdout).toContain(`FAIL files: ${at('first')} was edited by hand (scripts/run.sh changed)`);
    expect((await machine.run('sync', '--force')).ended).toBe(0);
    expect(await skillsIn(machine.skills)).toEqual({ first: hash });
    expect((await machine.run('sync')).stdout).toContain('2 files checked by size and times, none edited.');
  });

  it('what a person added or removed', async () => {
    const skill = `${person}a:first`;
    await publish(skill);
    await approve(skill);
    await machine.run('sync');
    await writeFile(at('first/notes.md'), 'mine');
    expect((await machine.run('sync')).stderr).toContain('(notes.md added)');
    await rm(at('first/notes.md'));
    expect((await machine.run('sync')).ended).toBe(0);
    await rm(at('first/scripts/run.sh'));
    expect((await machine.run('sync')).stderr).toContain('(scripts/run.sh missing)');
  });

  it('what was touched and is as it was, which is read once and is no edit', async () => {
    const skill = `${person}a:first`;
    await publish(skill);
    await approve(skill);
    await machine.run('sync');
    await utimes(at('first/SKILL.md'), 1, 1);
    expect((await machine.run('doctor')).stdout).toContain('2 files checked by size and times, 1 skill read, none');
    expect((await machine.run('sync')).stdout).toContain('2 files checked by size and times, 1 skill read, none');
    expect((await machine.run('sync')).stdout).toContain('2 files checked by size and times, none edited');
  });

  it('restores by --force what was edited of the version that is approved', async () => {
    const skill = `${person}a:first`;
    const hash = await publish(skill);
    await approve(skill);
    await machine.run('sync');
    await writeFile(at('first/SKILL.md'), 'mine');
    const { stdout } = await machine.run('sync', '--force');
    expect(stdout).toContain('1 restored');
    expect(await skillsIn(machine.skills)).toEqual({ first: hash });
  });
});

describe('sync --frozen', () => {
  it('holds exactly what the lock file says, and fails before it changes anything', async () => {
    const skill = `${person}a:first`;
    const hash = await publish(skill);
    await approve(skill);
    expect((await machine.run('sync', '--frozen')).ended).toBe(2);
    await machine.run('sync', '--lock');
    const file = join(machine.work, 'skill-registry.lock');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      lock_version: 1,
      skills: [{ skill_id: skill, hash, version_label: 'v1' }],
    });
    expect((await machine.run('sync', '--frozen')).ended).toBe(0);
    await publish(skill, 'second');
    await approve(skill);
    const { ended, stderr } = await machine.run('sync', '--frozen');
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining(`${skill} is sha256:`) });
    expect(await skillsIn(machine.skills)).toEqual({ first: hash });
  });
});

describe('sync --prune', () => {
  it('removes versions that nothing points to; without it they stay for a week', async () => {
    const skill = `${person}a:first`;
    await publish(skill);
    await approve(skill);
    await machine.run('sync');
    await publish(skill, 'second');
    await approve(skill);
    await machine.run('sync');
    const sync = join(machine.home, '.local/share/skill-registry/sync');
    const versions = join(sync, (await readdir(sync))[0] ?? '', 'versions');
    expect(await readdir(versions)).toHaveLength(2);
    await machine.run('sync', '--prune');
    expect(await readdir(versions)).toHaveLength(1);
    expect((await machine.run('sync')).ended).toBe(0);
  });
});
