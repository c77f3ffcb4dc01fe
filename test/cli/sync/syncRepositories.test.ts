import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestOf } from '../../../origin/bundle/manifest.ts';
import { answerOf, published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { install } from '../../scene.ts';
import { gitIsHere, withGit } from '../../scripts/imported/gitServer.ts';
import { openLiar } from '../liar.ts';
import { type Machine, newMachine, skillsIn } from '../machine.ts';
import { serveRegistry } from '../registryOnLoopback.ts';

type Texts = Record<string, string>;

const head = 'ref: refs/heads/main\n';
const ran = (home: string) => join(home, 'ran');
const config = (home: string, core: string) =>
  `[core]\n\trepositoryformatversion = 0\n${core}\tfsmonitor = "touch ${ran(home)}; false"\n`;
const outside = '\tbare = false\n\tworktree = .\n';

/** Each is a repository to git, though it holds nothing of one but these files. */
const repositories: Record<string, (home: string) => Texts> = {
  'a folder .git': (home) => ({
    '.git/HEAD': head,
    '.git/objects/keep': '',
    '.git/refs/keep': '',
    '.git/config': config(home, ''),
  }),
  'a file .git that points elsewhere': (home) => ({
    '.git': 'gitdir: kept\n',
    'kept/HEAD': head,
    'kept/objects/keep': '',
    'kept/refs/keep': '',
    'kept/config': config(home, ''),
  }),
  'no .git at all': (home) => ({ HEAD: head, 'objects/keep': '', 'refs/keep': '', config: config(home, outside) }),
  'no .git, further down': (home) => ({
    'a/b/HEAD': head,
    'a/b/objects/keep': '',
    'a/b/refs/keep': '',
    'a/b/config': config(home, outside),
  }),
  'no .git, and the rest of it elsewhere': (home) => ({
    HEAD: head,
    commondir: 'kept\n',
    'config.worktree': '[core]\n\tbare = false\n\tworktree = docs\n',
    'docs/a.md': '',
    'kept/objects/keep': '',
    'kept/refs/keep': '',
    'kept/config': `${config(home, '').replace('= 0', '= 1')}[extensions]\n\tworktreeConfig = true\n`,
  }),
};

/** Whether a command ran when somebody asked git how things stand, in the folder and in each below it. */
function runsCommands(home: string, folder: string): boolean {
  const folders = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const cwd of [folder, ...folders.map(({ parentPath, name }) => join(parentPath, name))]) {
    try {
      const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
      execFileSync('git', ['status'], { cwd, env, stdio: 'ignore' });
    } catch {
      // Where there is no repository it says so.
    }
  }
  return existsSync(ran(home));
}

/** In every skill that is synced; links are not followed by a search, so each is entered by its name. */
const runsInSkills = async ({ home, skills }: Machine) =>
  Object.keys(await skillsIn(skills)).some((name) => runsCommands(home, join(skills, name)));

describe.skipIf(!gitIsHere)(withGit('a bundle that is a repository'), () => {
  it.each(Object.entries(repositories))('by %s runs a command where it is placed as it is', async (_, texts) => {
    await using machine = await newMachine({ registryUrl: 'http://127.0.0.1:9' });
    for (const [path, text] of Object.entries(texts(machine.home))) {
      mkdirSync(dirname(join(machine.home, 'placed', path)), { recursive: true });
      writeFileSync(join(machine.home, 'placed', path), text);
    }
    expect(runsCommands(machine.home, join(machine.home, 'placed'))).toBe(true);
  });

  it.each(Object.entries(repositories))('by %s gets through no registry, and onto no machine', async (_, texts) => {
    await using served = await serveRegistry();
    await using machine = await newMachine({
      registryUrl: served.originUrl,
      token: await served.registry.tokenFor('bob'),
    });
    await published(served.registry, 'ada:honest', { 'SKILL.md': skillMd('honest') });
    await install(served.registry, 'bob', 'ada:honest');
    const files = Object.entries({ 'SKILL.md': skillMd('trap'), ...texts(machine.home) });
    const body = { files: files.map(([path, text]) => ({ path, text })) };
    const answer = await served.registry.send('POST', '/skills/ada/trap/versions', 'ada', body);
    const { status } = answer;
    if (status === 201) await answerOf('publishSkillVersion', answer);
    if (status === 201) await install(served.registry, 'bob', 'ada:trap');
    await served.publishSnapshot();
    expect((await machine.run('sync')).ended).toBe(0);
    expect(await runsInSkills(machine)).toBe(false);
    expect(status).toBe(422);
  });

  it.each(Object.entries(repositories))('by %s is not taken from a registry that lies', async (_, texts) => {
    await using liar = await openLiar();
    await using machine = await newMachine({ registryUrl: liar.url, token: 'svc_d_any' });
    liar.approve('ada:honest', { 'SKILL.md': skillMd('honest') });
    expect((await machine.run('sync')).ended).toBe(0);
    const before = readdirSync(machine.home, { recursive: true });
    const trap = { 'SKILL.md': skillMd('trap'), ...texts(machine.home) };
    liar.approve('ada:trap', trap);
    // One who has an earlier version asks for its list of files first.
    liar.approve('ada:honest', { ...trap, 'SKILL.md': skillMd('honest') });
    const { ended, stderr } = await machine.run('sync');
    expect(await runsInSkills(machine)).toBe(false);
    expect(readdirSync(machine.home, { recursive: true })).toEqual(before);
    expect({ ended, stderr }).toEqual({ ended: 1, stderr: expect.stringContaining('Nothing was written') });
    const [first = ''] = stderr.split('\n').filter((line) => line.startsWith('ada/trap: It is not installed: '));
    expect(first).toMatch(/version control|makes its folder a git repository/);
    expect(stderr).toContain('ada/honest: The installed version stays: ');
  });

  it.each(Object.entries(repositories))('by %s is not placed where it stands from before', async (_, texts) => {
    await using liar = await openLiar();
    await using machine = await newMachine({ registryUrl: liar.url, token: 'svc_d_any' });
    liar.approve('ada:honest', { 'SKILL.md': skillMd('honest') });
    await machine.run('sync');
    const { hash, files } = liar.approve('ada:trap', { 'SKILL.md': skillMd('trap'), ...texts(machine.home) });
    const registries = join(machine.home, '.local/share/skill-registry/sync');
    const version = join(registries, readdirSync(registries)[0] ?? '', 'versions', hash.slice('sha256:'.length));
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(version, 'trap', path)), { recursive: true });
      writeFileSync(join(version, 'trap', path), bytes);
    }
    writeFileSync(join(version, 'manifest.json'), JSON.stringify({ slug: 'trap', files: manifestOf(files) }));
    expect(await machine.run('sync')).toMatchObject({
      ended: 1,
      stderr: expect.stringContaining('ada/trap: It is not installed: '),
    });
    expect(await runsInSkills(machine)).toBe(false);
  });
});
