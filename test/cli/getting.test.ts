import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliFiles } from '../../mirror/site/built.ts';
import { withoutLimits } from '../../origin/contract/quotas.ts';
import { installPowerShell } from '../../origin/read/pages/program/installPowerShell.ts';
import { installShell } from '../../origin/read/pages/program/installShell.ts';
import { packed } from '../../origin/read/pages/program/packed.ts';
import { buildProgram } from '../../scripts/cli/program/build.ts';
import { roomy, site, skillMd } from '../registry.ts';
import { newMachine } from './machine.ts';
import { program } from './program.ts';
import { type Served, serveRegistry } from './registryOnLoopback.ts';

const call = promisify(execFile);
/** The machine's own Node and npm, without what the project brings. */
const PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((path) => !path.includes('node_modules'))
  .join(delimiter);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../scripts/cli/package.json'), 'utf8'));

/** An empty home, with npm's cache below it and nowhere else to ask than the address that is given. */
async function newcomer() {
  const home = await mkdtemp(join(tmpdir(), 'newcomer-'));
  const env = {
    HOME: home,
    CI: '1',
    PATH: [join(home, 'bin'), PATH].join(delimiter),
    npm_config_update_notifier: 'false',
  };
  const run = (file: string, args: string[], more: NodeJS.ProcessEnv = {}) =>
    call(file, args, { cwd: home, env: { ...env, ...more } });
  return { home, run, [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) };
}

describe('a registry that hands out its CLI', () => {
  let served: Served;
  let archive: Buffer;
  beforeAll(async () => {
    served = await serveRegistry(roomy, withoutLimits, { cliFiles });
    await served.registry.publish('ada', 'hello', { 'SKILL.md': skillMd('hello') });
    await served.publishSnapshot();
    archive = Buffer.from(await (await fetch(`${served.mirrorUrl}/skill-registry.tgz`)).arrayBuffer());
  });
  afterAll(() => served[Symbol.asyncDispose]());

  it('serves the same bytes under the same tag at both addresses, with their checksum', async () => {
    for (const path of ['/skill-registry.tgz', '/skill-registry.tgz.sha256', '/install.sh', '/install.ps1']) {
      const [mirror, origin] = await Promise.all([fetch(served.mirrorUrl + path), fetch(served.originUrl + path)]);
      expect([mirror.status, mirror.headers.get('etag')]).toEqual([200, origin.headers.get('etag')]);
      expect(Buffer.from(await mirror.arrayBuffer()).equals(Buffer.from(await origin.arrayBuffer()))).toBe(true);
    }
    const checksum = await (await fetch(`${served.mirrorUrl}/skill-registry.tgz.sha256`)).text();
    expect(checksum).toBe(`${sha256(archive)}  skill-registry.tgz\n`);
  });

  it('makes the same bytes of the same sources', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'built-again-'));
    await buildProgram(join(folder, 'skill-registry.mjs'));
    const again = async () => {
      const files = await cliFiles();
      return Promise.all(files.map(async ({ path }) => ({ path, bytes: await readFile(join(folder, path)) })));
    };
    const [first, second] = [await packed({ site, cliFiles }), await packed({ site: { ...site }, cliFiles: again })];
    expect(second.checksum).toBe(first.checksum);
    await rm(folder, { recursive: true });
  });

  it('is installed by npm into an empty home, and speaks to that registry unless another is named', async () => {
    await using person = await newcomer();
    await person.run('npm', ['install', '--global', '--prefix', person.home, `${served.mirrorUrl}/skill-registry.tgz`]);
    const cli = join(person.home, 'bin/skill-registry');
    expect((await person.run(cli, ['--version'])).stdout).toBe(`${version}\n`);
    expect((await person.run(cli, ['view', 'ada/hello'])).stdout).toContain('ada/hello');
    const elsewhere = person.run(cli, ['view', 'ada/hello'], { SKILL_REGISTRY_URL: 'http://127.0.0.1:9' });
    await expect(elsewhere).rejects.toMatchObject({ stderr: expect.stringContaining('127.0.0.1:9') });
    const flag = person.run(cli, ['--registry', 'http://127.0.0.1:9', 'view', 'ada/hello']);
    await expect(flag).rejects.toMatchObject({ stderr: expect.stringContaining('127.0.0.1:9') });
  });

  it('is run by npx from its address alone', async () => {
    await using person = await newcomer();
    const npx = ['--yes', `${served.mirrorUrl}/skill-registry.tgz`, 'install', 'ada/hello', '--agent', 'agents'];
    await person.run('npx', npx);
    expect(await readFile(join(person.home, '.agents/skills/hello/SKILL.md'), 'utf8')).toContain('name: hello');
  });

  it('is installed by its script without npm, twice if need be, and then by itself', async () => {
    await using person = await newcomer();
    const script = join(person.home, 'install.sh');
    await writeFile(script, await (await fetch(`${served.mirrorUrl}/install.sh`)).text());
    for (const _ of ['first', 'second']) {
      const { stdout } = await person.run('sh', [script]);
      expect(stdout).toContain(`Installed skill-registry ${version} as ${person.home}/.local/bin/skill-registry.`);
      expect(stdout).toContain(`It uses ${served.mirrorUrl}.`);
      expect(stdout).toContain(`${person.home}/.local/bin is not in your PATH`);
    }
    const cli = join(person.home, '.local/bin/skill-registry');
    expect((await person.run(cli, ['view', 'ada/hello'])).stdout).toContain('ada/hello');
    expect((await person.run(cli, ['self-update'])).stdout).toBe(
      `skill-registry ${version} is what ${served.mirrorUrl} serves.\n`,
    );
  });

  it('has a script that does nothing when it is cut short, has no Node, an old one, or another archive', async () => {
    await using person = await newcomer();
    const whole = await (await fetch(`${served.mirrorUrl}/install.sh`)).text();
    const script = join(person.home, 'install.sh');
    const runs = async (text: string, more: NodeJS.ProcessEnv = {}) => {
      await writeFile(script, text);
      const failure = await person.run('/bin/sh', [script], more).catch((error: Error & { stderr: string }) => error);
      await expect(access(join(person.home, '.local'))).rejects.toThrow();
      return 'code' in failure ? failure.stderr : '';
    };
    for (const share of [0.3, 0.6, 0.9]) await runs(whole.slice(0, whole.length * share));
    expect(await runs(whole, { PATH: '/nowhere' })).toContain('it needs Node 20.15 or newer, and there is no node');
    const bin = join(person.home, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'node'), '#!/bin/sh\n[ "$1" = --version ] && echo v18.20.0\nexit 1\n', { mode: 0o755 });
    expect(await runs(whole)).toContain(`it needs Node 20.15 or newer; ${bin}/node is v18.20.0`);
    await rm(bin, { recursive: true });
    expect(await runs(whole.replace(sha256(archive), '0'.repeat(64)))).toContain(
      `is ${sha256(archive)} and should be 000`,
    );
  });
});

it('a registry without a CLI to hand out says so', async () => {
  await using served = await serveRegistry();
  expect(await (await fetch(`${served.originUrl}/skill-registry.tgz`)).json()).toMatchObject({
    message: 'This registry has no CLI to hand out.',
  });
  await using machine = await newMachine({ registryUrl: served.mirrorUrl });
  expect((await machine.run('self-update')).stderr).toContain('hands out no CLI');
});

it('under a Node that is too old the program says which one it needs', async () => {
  const older = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.14.0'})`;
  const ran = call(process.execPath, ['--import', older, program, '--version']);
  await expect(ran).rejects.toMatchObject({
    code: 1,
    stderr: `skill-registry needs Node 20.15 or newer. This is Node 20.14.0, ${process.execPath}.\n`,
  });
});

it('an address with odd characters is a literal in both scripts', async () => {
  const mirrorUrl = `https://skills.example/it's/$(touch%20x)/\`id\`/’;"`;
  const reading = { site: { mirrorUrl, originUrl: mirrorUrl }, cliFiles } as never;
  const [line = ''] = /^site=.*$/m.exec(await installShell(reading, {})) ?? [];
  const { stdout } = await call('sh', ['-c', `${line}\nprintf %s "$site"`]);
  expect(stdout).toBe(mirrorUrl);
  expect(await installPowerShell(reading, {})).toContain(
    `$site = '${mirrorUrl.replace("'", "''").replace('’', '’’')}'`,
  );
});
