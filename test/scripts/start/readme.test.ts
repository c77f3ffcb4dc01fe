import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { programBuild } from '../../../mirror/site/built.ts';
import { describeStory } from '../../story.ts';
import { newPerson, newWorkplace, type Workplace } from '../process.ts';

const root = join(import.meta.dirname, '../../..');
const PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((path) => !path.includes('node_modules'))
  .join(delimiter);

/** What a person copies: each run of indented lines. */
const blocksOf = (text: string): string[] =>
  [...text.matchAll(/(?<=\n\n)(?: {4}.*\n|\n(?= {4}))+/g)].map(([block]) => block.replaceAll(/^ {4}/gm, ''));

describeStory('README.md, pasted block by block in one go', () => {
  let place: Workplace;
  let started: ReturnType<typeof bash>;
  let blocks: string[];
  const port = (name: string) => place.environment[name] ?? '';
  /** On the ports that are free here, and with homes that are empty. */
  const here = (text: string) =>
    text.replaceAll(':8787', `:${port('ORIGIN_PORT')}`).replaceAll(':8788', `:${port('MIRROR_PORT')}`);

  async function emptyPlace() {
    const folder = await mkdtemp(join(tmpdir(), 'readme-'));
    const [home, work] = [join(folder, 'home'), join(folder, 'work')];
    for (const one of [home, work]) await mkdir(one);
    return { folder, home, work };
  }

  function bash(script: string, { home, work }: { home: string; work: string }, more: NodeJS.ProcessEnv = {}) {
    const { ORIGIN_PORT, MIRROR_PORT, DATA_DIR } = place.environment;
    const child = spawn('bash', ['--noprofile', '--norc', '-euo', 'pipefail', '-s'], {
      cwd: work,
      env: {
        ...{ PATH: [join(home, 'npm/bin'), PATH].join(delimiter), HOME: home, npm_config_prefix: join(home, 'npm') },
        ...{ npm_config_update_notifier: 'false', ORIGIN_PORT, MIRROR_PORT, DATA_DIR, ...more },
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const ended = new Promise<number | string>((resolve) => child.on('close', (code, by) => resolve(code ?? by ?? '')));
    child.stdin.end(script);
    return { child, ended, output: () => output };
  }

  let checkout: Awaited<ReturnType<typeof emptyPlace>>;
  beforeAll(async () => {
    place = await newWorkplace();
    checkout = await emptyPlace();
    // A checkout in an empty folder: what the registry writes goes there, and what is installed and built is here.
    for (const name of await readdir(root))
      if (name !== 'data') await symlink(join(root, name), join(checkout.work, name));
    blocks = blocksOf(await readFile(join(root, 'README.md'), 'utf8'));
    expect(blocks.slice(0, 2)).toEqual(['npm start\n', 'npm test\n']);
    started = bash(`exec ${blocks[0]}`, checkout);
    await vi.waitFor(() => expect(started.output()).toContain('Stop with Ctrl-C'), 120_000);
  });
  afterAll(async () => {
    started.child.kill('SIGTERM');
    await started.ended;
    await rm(checkout.folder, { recursive: true });
    await place[Symbol.asyncDispose]();
  });

  // `npm test` is what runs this.
  it('runs in a checkout', async () => {
    const { ended, output } = bash(here(blocks.slice(2).join('\n')), checkout);
    expect(await ended, output()).toBe(0);
    expect(output()).toContain('Say hello to the person by name');
    expect(output()).toMatch(/ada\/greet|greet/);
  });

  it('runs as the package’s own README, in an empty folder with an empty home', async () => {
    const person = await emptyPlace();
    const token = await newPerson(place, 'newcomer');
    const install = blocks.find((block) => block.startsWith('npm install -g')) ?? expect.fail();
    const own = blocksOf(await readFile(join(programBuild, 'README.md'), 'utf8'));
    expect(own.length).toBeGreaterThan(3);
    const { ended, output } = bash(here([install, ...own].join('\n')), person, { SKILL_REGISTRY_TOKEN: token });
    expect(await ended, output()).toBe(0);
    expect(await readdir(person.work)).toEqual(expect.arrayContaining(['greet', 'skills.json', 'skills.lock.json']));
    await rm(person.folder, { recursive: true });
  });
});
