import { createHash } from 'node:crypto';
import { cp, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../origin/bundle/manifest.ts';
import { advise, advisoryOf, againstContent } from '../../advisories.ts';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { quarantine } from '../../store/rows.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

let served: Served;
let machine: Machine;
/** Nobody's name is used twice, so tests share the registry. */
let people = 0;
let author: string;

beforeAll(async () => {
  served = await serveRegistry();
});
afterAll(() => served[Symbol.asyncDispose]());

beforeEach(async () => {
  people += 1;
  author = `author${people}`;
  // Nobody signs in: what is public needs no account.
  machine = await newMachine({ registryUrl: served.mirrorUrl });
  return () => machine[Symbol.asyncDispose]();
});

/** Publishes `<slug>@<label>` of the author, and returns its hash. */
async function publish(slug: string, label: string, more: Record<string, string> = {}): Promise<string> {
  const files = {
    'SKILL.md': skillMd(slug, 'Does it.', `# ${slug} ${label} by ${author}`),
    'scripts/run.sh': `echo ${label}\n`,
    ...more,
  };
  const { hash } = await published(served.registry, `${author}:${slug}`, files, { version_label: label });
  await served.publishSnapshot();
  return hash;
}

/** Of a machine's home. */
const data = '.local/share/skill-registry';
const installed = () => skillsIn(machine.skills);
const read = async (name: string) => JSON.parse(await readFile(join(machine.home, name), 'utf8'));
const write = (name: string, value: unknown) => writeFile(join(machine.home, name), JSON.stringify(value));
/** What one sees there: the CLI's own folders aside. */
const inProject = async () => (await readdir(machine.home)).filter((name) => !name.startsWith('.'));
const done = async (...args: string[]) => {
  const { ended, stdout, stderr } = await machine.run(...args);
  expect(ended, stdout + stderr).toBe(0);
  return stdout + stderr;
};
const refused = async (...args: string[]) => {
  const before = [await installed(), await inProject()];
  const { ended, stderr } = await machine.run(...args);
  expect(ended, stderr).not.toBe(0);
  expect([await installed(), await inProject()]).toEqual(before);
  return stderr;
};

describe('install', () => {
  it('puts what is named into the project without an account, and writes down what was asked for and what came', async () => {
    const hash = await publish('sums', '1.0.0');
    const said = await done('install', `${author}/sums`);
    expect(said).toContain(`+ ${author}/sums 1.0.0`);
    expect(said).toContain('Commit skills.json and skills.lock.json.');
    expect(await installed()).toEqual({ sums: hash });
    expect(await read('skills.json')).toEqual({
      registry: served.mirrorUrl,
      agents: ['agents'],
      skills: { [`${author}/sums`]: 'latest' },
    });
    const { skills } = await read('skills.lock.json');
    const archive = await fetch(`${served.mirrorUrl}/${author}/sums/v/${hash.slice(7)}.tar.gz`);
    expect(archive.ok).toBe(true);
    const bundle = `sha256:${createHash('sha256')
      .update(await archive.bytes())
      .digest('hex')}`;
    expect(skills).toEqual({
      [`${author}/sums`]: { version: '1.0.0', hash, bundle, signer: null, from: ['skills.json'] },
    });
    expect(await readdir(machine.home)).not.toContain('.skills-install');
  });

  it('goes by the lock where a newer version came, and by --frozen without the registry where it was here before', async () => {
    const hash = await publish('sums', '1.0.0');
    await done('install', `${author}/sums@^1`);
    await publish('sums', '1.1.0');
    expect(await done('install')).toContain('Nothing to change');
    await rm(machine.skills, { recursive: true });
    served.isAway = true;
    try {
      expect(await done('install', '--frozen')).toContain(`+ ${author}/sums 1.0.0`);
    } finally {
      served.isAway = false;
    }
    expect(await installed()).toEqual({ sums: hash });
  });

  it('brings a teammate exactly what is locked, and fails on any difference', async () => {
    const hash = await publish('sums', '1.0.0');
    await done('install', `${author}/sums`);
    await publish('sums', '2.0.0');
    await using teammate = await newMachine({ registryUrl: 'http://localhost:1' });
    for (const name of ['skills.json', 'skills.lock.json'])
      await writeFile(join(teammate.home, name), await readFile(join(machine.home, name)));
    const { ended, stderr } = await teammate.run('install', '--frozen');
    expect(ended, stderr).toBe(0);
    expect(await skillsIn(teammate.skills)).toEqual({ sums: hash });

    const manifest = await read('skills.json');
    await write('skills.json', { ...manifest, skills: { [`${author}/sums`]: '2.0.0', 'a/b': 'latest' } });
    expect(await refused('install', '--frozen')).toContain(
      `${author}/sums is wanted as 2.0.0, locked at 1.0.0; a/b is not locked. Nothing was changed.`,
    );
    await rm(join(machine.home, 'skills.lock.json'));
    expect(await refused('install', '--frozen')).toContain('There is no skills.lock.json.');
  });

  it('changes nothing where one of several can’t be had', async () => {
    await publish('sums', '1.0.0');
    expect(await refused('install', `${author}/sums`, `${author}/none@1.0.0`)).toContain(
      `${author}/none is not at this registry`,
    );
    expect(await readdir(machine.home)).not.toContain('skills.json');
  });

  it('refuses what is quarantined with the reason, also when it is locked and cached', async () => {
    const hash = await publish('sums', '1.0.0');
    await publish('other', '1.0.0');
    await done('install', `${author}/sums`, `${author}/other`);
    await quarantine(served.registry, `${author}:sums`, hash);
    await served.publishSnapshot();
    await rm(machine.skills, { recursive: true });
    const reason = `${author}/sums 1.0.0: the registry’s operators quarantined it: A reason.`;
    expect(await refused('install')).toContain(reason);
    expect(await refused('install', '--frozen')).toContain(`${reason}\n`);
    await using fresh = await newMachine({ registryUrl: served.mirrorUrl });
    for (const name of ['skills.json', 'skills.lock.json'])
      await writeFile(join(fresh.home, name), await readFile(join(machine.home, name)));
    const { ended, stderr } = await fresh.run('install', '--frozen');
    expect([ended, await skillsIn(fresh.skills)], stderr).toEqual([1, {}]);
    expect(stderr).toContain(reason);
    // It is known without the network too, and taking it out needs none.
    served.isAway = true;
    try {
      expect(await refused('install', '--frozen')).toContain(reason);
      const said = `- ${author}/sums\nRemoved 1: 1 skill for .agents/skills, 1 of them missing there: skill-registry install.\n`;
      expect(await done('remove', `${author}/sums`)).toBe(said);
    } finally {
      served.isAway = false;
    }
    expect(await done('install', '--frozen')).toContain(`+ ${author}/other 1.0.0`);
  });

  it('refuses what is advised against, by the bytes in the project where nothing else has them', async () => {
    await publish('sums', '1.0.0', { 'scripts/bad.sh': `echo ${author}` });
    await done('install', `${author}/sums`);
    const id = `SKILL-2026-${people}`;
    const against = againstContent({ file_hashes: [sha256(Buffer.from(`echo ${author}`))] });
    await advise(served.registry, advisoryOf(`${author}/other`, { id, ...against }));
    await served.publishSnapshot();
    await using teammate = await newMachine({ registryUrl: served.mirrorUrl });
    await cp(machine.home, teammate.home, { recursive: true, filter: (path) => !path.includes('/.local') });
    for (const command of [['install', '--frozen'], ['verify']]) {
      const { ended, stdout, stderr } = await teammate.run(...command);
      expect([ended, stdout + stderr]).toEqual([1, expect.stringContaining(`there is an advisory against it (${id}`)]);
    }
  });

  it('says of when its list of quarantines is where the registry can’t be asked', async () => {
    await publish('sums', '1.0.0');
    await done('install', `${author}/sums`);
    const [folder = ''] = await readdir(join(machine.home, data, 'sync'));
    for (const name of ['advisories.json', 'moderation.json']) {
      const list = await read(join(data, 'sync', folder, name));
      await write(join(data, 'sync', folder, name), { ...list, fetched_at: Date.UTC(2026, 0, 1, 12) / 1000 });
    }
    served.isAway = true;
    try {
      const asOf = 'advisories and quarantines as of 2026-01-01 12:00 UTC';
      expect(await done('install', '--frozen')).toContain(`The registry was not asked: ${asOf}.`);
      expect(await done('verify')).toContain(asOf);
    } finally {
      served.isAway = false;
    }
    expect(await done('install', '--frozen')).not.toContain('was not asked');
  });

  it('forgets no quarantine and no advisory where a host that is half built has no list of them', async () => {
    const hash = await publish('sums', '1.0.0');
    await done('install', `${author}/sums`);
    await quarantine(served.registry, `${author}:sums`, hash);
    await served.publishSnapshot();
    const reason = 'the registry’s operators quarantined it';
    expect(await refused('install', '--frozen')).toContain(reason);
    const lists = /\/(?:advisories|moderation)/;
    await using fresh = await newMachine({ registryUrl: served.mirrorUrl });
    for (const name of ['skills.json', 'skills.lock.json'])
      await writeFile(join(fresh.home, name), await readFile(join(machine.home, name)));
    try {
      served.lacks = [{ host: 'mirror', path: lists }];
      expect((await fresh.run('install', '--frozen')).stderr).toContain(reason);
      served.lacks = [...served.lacks, { host: 'origin', path: lists }];
      for (const _ of [1, 2]) expect(await refused('install', '--frozen')).toContain(reason);
    } finally {
      served.lacks = [];
    }
  });

  it('links to the store where it is told to, which keeps what projects have locked', async () => {
    const hash = await publish('sums', '1.0.0');
    expect(await refused('install', `${author}/sums`, '--link')).toContain('In your home folder, links are sync’s.');
    const cwd = join(machine.home, 'project');
    await mkdir(cwd);
    const run = async (...args: string[]) => {
      const token = await served.registry.tokenFor(`reader-of-${author}`);
      return machine.runWith({ cwd, environment: { SKILL_REGISTRY_TOKEN: token } }, ...args);
    };
    expect(await run('install', `${author}/sums`, '--link')).toMatchObject({ ended: 0 });
    const skills = join(cwd, '.agents/skills');
    expect((await lstat(join(skills, 'sums'))).isSymbolicLink()).toBe(true);
    expect((await run('verify')).stdout).toContain('1 skill in 1 folder, every byte read: all as locked');
    expect(await run('sync', '--prune')).toMatchObject({ ended: 0 });
    expect(await skillsIn(skills)).toEqual({ sums: hash });
    await writeFile(join(skills, 'sums/SKILL.md'), 'mine');
    expect((await run('verify')).stdout).toContain('.agents/skills/sums: SKILL.md changed');
  });

  it('clears the store of what no project has locked for a week, on a machine that never syncs', async () => {
    const first = await publish('sums', '1.0.0');
    await done('install', `${author}/sums`);
    const second = await publish('sums', '2.0.0');
    await done('use', `${author}/sums@1.0.0`);
    await done('update', '--yes');
    const [host = ''] = await readdir(join(machine.home, data, 'sync'));
    const store = async () => (await readdir(join(machine.home, data, 'sync', host, 'versions'))).sort();
    const digits = (...hashes: string[]) => hashes.map((hash) => hash.slice(7)).sort();
    expect(await store()).toEqual(digits(first, second));
    const state = join(data, 'sync', host, 'state.json');
    const retired = Object.keys((await read(state)).retired);
    expect(retired).toEqual(digits(first));
    const long = async (days: number) =>
      write(state, { ...(await read(state)), retired: { [first.slice(7)]: Date.now() / 1000 - days * 86_400 } });
    await long(6);
    await done('install', '--frozen');
    expect(await store()).toEqual(digits(first, second));
    await long(8);
    await done('use', `${author}/sums@1.0.0`);
    expect(await store()).toEqual(digits(first, second));
    await long(8);
    await done('install', '--frozen');
    expect(await store()).toEqual(digits(second));
    expect(await installed()).toEqual({ sums: second });
  });

  it('takes over what npx skills locked from this registry', async () => {
    await publish('sums', '1.0.0');
    await publish('other', '1.0.0');
    const from = (sourceUrl: string, sourceType = 'well-known') => ({
      source: 'x',
      sourceType,
      sourceUrl,
      computedHash: '0',
    });
    await write('skills-lock.json', {
      version: 1,
      skills: {
        sums: from(`${served.mirrorUrl}/${author}/sums`),
        other: from(`${served.mirrorUrl}/${author}`),
        foreign: from('https://skills.example/a/b'),
        code: { source: 'a/b', sourceType: 'github', computedHash: '0' },
      },
    });
    const said = await done('install');
    expect(said).toContain('2 skills of skills-lock.json taken over into skills.json.');
    expect(said).toContain('2 more are from elsewhere, and left to npx skills.');
    expect(Object.keys(await installed())).toEqual(['other', 'sums']);
  });

  it('refuses in plain words an address in skills-lock.json that is none', async () => {
    const sourceUrl = `${served.mirrorUrl}/${author}/%`;
    await write('skills-lock.json', { version: 1, skills: { sums: { sourceType: 'well-known', sourceUrl } } });
    expect(await refused('install')).toContain('is not a skill');
  });

  it('refuses quarantined bytes under any name', async () => {
    const hash = await publish('sums', '1.0.0');
    await publish('other', '1.0.0');
    await done('install', `${author}/sums`, `${author}/other`);
    await quarantine(served.registry, `${author}:sums`, hash);
    await served.publishSnapshot();
    const lock = await read('skills.lock.json');
    delete lock.skills[`${author}/sums`];
    lock.skills[`${author}/other`].hash = hash;
    await write('skills.lock.json', lock);
    await write('skills.json', { ...(await read('skills.json')), skills: { [`${author}/other`]: 'latest' } });
    expect(await refused('install', '--frozen')).toContain(
      `${author}/other 1.0.0: the registry’s operators quarantined`,
    );
  });

  it('keeps what it has of a kit until an update, which says what comes and goes', async () => {
    const first = await publish('sums', '1.0.0');
    await addKit(served.registry, author, 'tools', [`${author}:sums`]);
    await served.publishSnapshot();
    await done('install', `${author}/tools`);
    const token = await served.registry.tokenFor(author);
    const set = async (slug: string, method: string) => {
      const at = `${served.originUrl}/api/v1/kits/${author}/tools/skills/${author}/${slug}`;
      const answer = await fetch(at, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'PUT' && { body: '{}' }),
      });
      expect(answer.status, await answer.text()).toBeLessThan(300);
    };
    await publish('other', '1.0.0');
    await set('other', 'PUT');
    await set('sums', 'DELETE');
    await served.publishSnapshot();
    expect(await done('install')).toContain('Nothing to change');
    expect(await installed()).toEqual({ sums: first });
    const said = await done('update', '--yes');
    expect(said).toContain(`New here, because of the kit ${author}/tools.`);
    expect(said).toContain(`${author}/sums goes: nothing asks for it any more.`);
    expect(Object.keys(await installed())).toEqual(['other']);
  });

  it('overwrites nothing that a person edited or put there, and keeps a copy where it is told to', async () => {
    const hash = await publish('sums', '1.0.0');
    await publish('other', '1.0.0');
    await done('install', `${author}/sums`);
    const file = join(machine.skills, 'sums/SKILL.md');
    await writeFile(file, 'mine');
    expect(await refused('install', `${author}/other`)).toContain('.agents/skills/sums was edited by hand.');
    const said = await done('install', `${author}/other`, '--force');
    const [, kept = ''] = /Your edited copy is in (.+)/.exec(said) ?? [];
    expect(await readFile(join(kept, 'SKILL.md'), 'utf8')).toBe('mine');
    expect((await installed())['sums']).toBe(hash);
  });

  it('takes kits and authors, says why each skill is here, and takes them out again', async () => {
    await publish('sums', '1.0.0');
    await publish('other', '1.0.0');
    await addKit(served.registry, author, 'tools', [`${author}:sums`]);
    await served.publishSnapshot();
    await done('install', `${author}/tools`);
    expect(Object.keys(await installed())).toEqual(['sums']);
    expect(await done('why', `${author}/sums`)).toContain(`the kit ${author}/tools has it`);
    expect(await refused('remove', `${author}/sums`)).toContain(`is here because of the kit ${author}/tools`);
    await done('install', `${served.mirrorUrl}/${author}`);
    expect(Object.keys(await installed())).toEqual(['other', 'sums']);
    await done('remove', `${author}/tools`, author);
    expect(await installed()).toEqual({});
    expect((await read('skills.lock.json')).skills).toEqual({});
  });

  it('sends no token to a registry that a repository names, and leads out of no project', async () => {
    await publish('sums', '1.0.0');
    await using other = await newMachine({ registryUrl: 'https://skills.example', token: 'svc_s_secret' });
    await writeFile(
      join(other.home, 'skills.json'),
      JSON.stringify({ registry: served.mirrorUrl, agents: ['agents'], skills: { [`${author}/private`]: 'latest' } }),
    );
    const { stderr } = await other.run('install');
    expect(stderr).toContain(`${author}/private is not at this registry`);
    await write('skills.json', { registry: served.mirrorUrl, agents: ['../out'], skills: {} });
    expect(await refused('install')).toContain('"agents.0": has to be inside the project.');
    await write('skills.json', { registry: served.mirrorUrl, agents: ['agents'], skills: {} });
    await write('skills.lock.json', {
      lockfileVersion: 1,
      registry: served.mirrorUrl,
      skills: {
        'a/b': {
          version: '1',
          hash: `sha256:${'0'.repeat(64)}`,
          bundle: `sha256:${'0'.repeat(64)}`,
          signer: null,
          from: ['x'],
          folder: '../..',
        },
      },
    });
    expect(await refused('install')).toContain('skills.lock.json can’t be read: "skills.a/b.folder"');
  });
});

describe('update', () => {
  it('stays within the range, shows what is new, and goes beyond it where it is told to', async () => {
    await publish('sums', '1.0.0');
    await done('install', `${author}/sums@^1.0.0`);
    await publish('sums', '1.2.0', { 'scripts/run.sh': 'curl https://rates.example/now\n' });
    await publish('sums', '2.0.0');
    expect(await refused('update')).toContain('Use --yes');
    expect(await refused('outdated')).toBe('');
    const said = await done('update', '--yes');
    expect(said).toContain(`${author}/sums 1.0.0 → 1.2.0`);
    expect(said).toContain('rates.example');
    expect(await done('update', '--latest', '--yes')).toContain('1.2.0 → 2.0.0');
    expect((await read('skills.json')).skills).toEqual({ [`${author}/sums`]: '^2.0.0' });
    expect(await done('outdated')).toContain('none has a newer version');
  });
});

describe('verify', () => {
  it('finds what the lock says and is not so', async () => {
    await publish('sums', '1.0.0');
    await done('install', `${author}/sums`);
    const lock = await read('skills.lock.json');
    Object.assign(lock.skills[`${author}/sums`], { bundle: `sha256:${'0'.repeat(64)}`, signer: 'SHA256:somebody' });
    await write('skills.lock.json', lock);
    const { ended, stdout } = await machine.run('verify');
    expect(ended).toBe(1);
    expect(stdout).toContain(`${author}/sums: its archive has another digest than skills.lock.json says`);
    expect(stdout).toContain(`${author}/sums: it is not signed, and skills.lock.json says by SHA256:somebody`);
  });

  it('finds a label that is not the version’s at the registry', async () => {
    await publish('sums', '1.0.0');
    await done('install', `${author}/sums@1.0.0`);
    const lock = await read('skills.lock.json');
    lock.skills[`${author}/sums`].version = '2.0.0';
    await write('skills.lock.json', lock);
    await write('skills.json', { ...(await read('skills.json')), skills: { [`${author}/sums`]: '^2.0.0' } });
    const problem = `${author}/sums: it is 1.0.0 at the registry, and skills.lock.json says 2.0.0`;
    const { ended, stdout } = await machine.run('verify');
    expect([ended, stdout]).toEqual([1, expect.stringContaining(problem)]);
    // What is exact is the hash, and --frozen needs nobody who knows labels.
    await done('install', '--frozen');
  });

  it('finds every byte that is not as locked', async () => {
    await publish('sums', '1.0.0');
    await done('install', `${author}/sums`);
    expect(await done('verify')).toContain(
      '1 skill in 1 folder, every byte read: all as locked; 0 signed, 1 unsigned; ' +
        `0 proved by the transparency log, not proved: ${author}/sums (the registry has no transparency log); ` +
        'advisories and quarantines as of',
    );
    await writeFile(join(machine.skills, 'sums/scripts/run.sh'), 'echo 1.0.1\n');
    const { ended, stdout } = await machine.run('verify');
    expect([ended, stdout]).toEqual([1, expect.stringContaining('.agents/skills/sums was edited by hand')]);
  });
});
