import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cliFiles, programBuild } from '../../../mirror/site/built.ts';
import type { BundleFile } from '../../../origin/bundle/bundleFile.ts';
import { packed } from '../../../origin/read/pages/program/packed.ts';
import { installationOf, linkCommand, placesBelow } from '../../../scripts/cli/program/installation.ts';
import { program } from '../program.ts';

const call = promisify(execFile);
const killer = join(import.meta.dirname, '../processes/killAt.ts');
const own = JSON.parse(await readFile(join(import.meta.dirname, '../../../scripts/cli/package.json'), 'utf8')).version;

const same = (file: string) => `export { main } from './${file}';`;

/** The CLI with another version, started by another file, and without grammars, which are most of what there is to pack. */
async function releaseOf(version: string, main = same): Promise<BundleFile[]> {
  const files = await cliFiles();
  const textOf = (name: string) => Buffer.from(files.find(({ path }) => path === name)?.bytes ?? '').toString();
  const [, file = ''] = /import\('\.\/(main-.+?\.mjs)'\)/.exec(textOf('skill-registry.mjs')) ?? [];
  const changed: Record<string, string> = {
    'skill-registry.mjs': textOf('skill-registry.mjs').replace(file, `main-${version}.mjs`),
    'package.json': textOf('package.json').replace(`"${own}"`, `"${version}"`),
    [`main-${version}.mjs`]: main(file),
  };
  const rest = files.filter(({ path }) => !(path in changed) && !/^tree-sitter\/.*-.*\.wasm$/.test(path));
  return [...rest, ...Object.entries(changed).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))];
}

/** A mirror and an origin that hand out what a test says. */
type Served = { archive: Buffer | number; checksum: string };
let servers: Server[];
let [mirror, origin]: [Served, Served] = [
  { archive: 404, checksum: '' },
  { archive: 404, checksum: '' },
];
let urls: string[];
let said: string[] | undefined;
beforeAll(async () => {
  servers = [() => mirror, () => origin].map((served) =>
    createServer((request, response) => {
      const json = { 'content-type': 'application/json' };
      const { archive, checksum } = served();
      if (request.url === '/openapi.json')
        return response
          .writeHead(200, json)
          .end(JSON.stringify({ servers: (said ?? urls).map((url) => ({ url: `${url}/api/v1` })) }));
      if (request.url?.endsWith('.sha256'))
        return response.writeHead(200, { 'content-type': 'text/plain' }).end(checksum);
      if (typeof archive === 'number')
        return response.writeHead(archive, json).end(JSON.stringify({ code: 'not_found', message: 'Nothing.' }));
      return response.writeHead(200, { 'content-type': 'application/gzip' }).end(archive);
    }),
  );
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  for (const server of servers) server.close();
});

const site = () => ({ mirrorUrl: urls[0] ?? '', originUrl: urls[1] ?? '' });
async function serve(files: BundleFile[]): Promise<void> {
  const { archive, checksum } = await packed({ site: site(), cliFiles: async () => files });
  mirror = { archive: Buffer.from(archive), checksum: `${checksum}  skill-registry.tgz\n` };
  origin = { ...mirror };
}

/** What the CLI installs itself as, once: each test has a copy. */
let installed: string;
beforeAll(async () => {
  installed = await mkdtemp(join(tmpdir(), 'installed-'));
  await call(process.execPath, [program, 'self-update', '--into', installed]);
});
afterAll(() => rm(installed, { recursive: true, force: true }));
const copy = (from: string, to: string) => cpSync(from, to, { recursive: true, verbatimSymlinks: true });

let prefix: string;
beforeEach(async () => {
  said = undefined;
  prefix = await mkdtemp(join(tmpdir(), 'prefix-'));
  copy(installed, prefix);
  return () => rm(prefix, { recursive: true, force: true });
});
const command = () => join(prefix, 'bin/skill-registry');
async function run(args: string[], { node = [] as string[], environment = {} } = {}) {
  const env = { PATH: process.env['PATH'], HOME: prefix, CI: '1', SKILL_REGISTRY_URL: urls[0], ...environment };
  const ran = call(process.execPath, [...node, command(), ...args], { cwd: prefix, env });
  return ran.then(
    ({ stdout, stderr }) => ({ ended: 0, stdout, stderr }),
    ({ code, signal, stdout, stderr }) => ({ ended: code ?? signal, stdout, stderr }),
  );
}
const versionNow = async () => (await run(['--version'])).stdout.trim();

describe('self-update', () => {
  it('brings what the registry serves, and leaves what the version before may still load until the next', async () => {
    await serve(await releaseOf('7.0.0'));
    expect((await run(['self-update', '--dry-run'])).stdout).toBe(`skill-registry ${own} would become 7.0.0.\n`);
    expect(await versionNow()).toBe(own);
    expect((await run(['self-update'])).stdout).toBe(`skill-registry ${own} is now 7.0.0.\n`);
    expect(await versionNow()).toBe('7.0.0');
    expect((await run(['self-update'])).stdout).toContain('skill-registry 7.0.0 is what ');
    const mains = async () =>
      (await readdir(placesBelow(prefix).folder)).filter((name) => /^main-\d+\./.test(name)).sort();
    await serve(await releaseOf('7.1.0'));
    await run(['self-update']);
    expect(await mains()).toEqual(['main-7.0.0.mjs', 'main-7.1.0.mjs']);
    await serve(await releaseOf('7.2.0'));
    await run(['self-update']);
    expect([await versionNow(), await mains()]).toEqual(['7.2.0', ['main-7.1.0.mjs', 'main-7.2.0.mjs']]);
  });

  it('takes the archive from the origin where the mirror has none', async () => {
    await serve(await releaseOf('7.0.0'));
    mirror = { archive: 404, checksum: '' };
    expect((await run(['self-update'])).ended).toBe(0);
    expect(await versionNow()).toBe('7.0.0');
  });

  it.each([
    ['a mirror that changed the archive and its checksum', 'is not what'],
    ['a download that was cut short', 'is not what'],
    ['a checksum that is none', 'is not a checksum'],
    ['an archive that is none', 'can’t be installed'],
    ['an archive with a file elsewhere', 'has a file "package/../../x"'],
    ['a version that does not start', 'does not start here'],
    ['an older version', 'serves 0.0.9, which is older'],
    ['an address that is not encrypted', 'is not encrypted'],
  ])('changes nothing for %s', async (what, why) => {
    await serve(await releaseOf('7.0.0'));
    const whole = mirror.archive as Buffer;
    const changes: Record<string, () => unknown> = {
      'a mirror that changed the archive and its checksum': async () => {
        const kept = origin;
        await serve(await releaseOf('7.0.0', (file) => `console.error('evil'); ${same(file)}`));
        origin = kept;
      },
      'a download that was cut short': () => {
        mirror.archive = whole.subarray(0, whole.length - 1000);
      },
      'a checksum that is none': () => {
        origin.checksum = '<html>';
      },
      'an archive that is none': async () => {
        const { createHash } = await import('node:crypto');
        mirror.archive = Buffer.from('<html>');
        origin.checksum = `${createHash('sha256').update('<html>').digest('hex')}  x\n`;
      },
      'an archive with a file elsewhere': async () =>
        serve([...(await releaseOf('7.0.0')), { path: '../../x', bytes: Buffer.from('x') }]),
      'a version that does not start': async () => serve(await releaseOf('7.0.0', () => 'throw new Error("broken");')),
      'an older version': async () => serve(await releaseOf('0.0.9')),
      'an address that is not encrypted': () => {
        said = ['http://192.0.2.1', 'http://192.0.2.1'];
      },
    };
    await changes[what]?.();
    const before = (await readdir(prefix, { recursive: true })).sort();
    const ran = await run(['self-update']);
    expect(ran).toMatchObject({ ended: 1, stderr: expect.stringContaining(why) });
    expect(await versionNow()).toBe(own);
    const after = (await readdir(prefix, { recursive: true })).filter((name) => !name.startsWith('.config'));
    expect(after.sort()).toEqual(before);
    if (what === 'an older version') expect((await run(['self-update', '--force'])).stdout).toContain('is now 0.0.9');
  });

  it('leaves a CLI that works wherever it is killed, and the next one completes', async () => {
    await serve(await releaseOf('7.0.0'));
    const counted = await run(['self-update'], { node: ['--import', killer] });
    const operations = Number(/operations: (\d+)/.exec(counted.stderr)?.[1]);
    await mkdir(join(prefix, 'hello'));
    await writeFile(
      join(prefix, 'hello/SKILL.md'),
      '---\nname: hello\ndescription: Greets. Use when asked.\n---\nHi.\n',
    );
    const seen = new Set<string>();
    // Files are written, then moved into place, then what starts them is.
    const points = [0.3, 0.75, 0.9, 0.97, 1];
    for (const point of points) {
      await rm(placesBelow(prefix).folder, { recursive: true });
      copy(placesBelow(installed).folder, placesBelow(prefix).folder);
      const environment = {
        KILL_AT: String(Math.max(1, Math.round(point * operations))),
        KILL_DELAY: String(Math.floor(Math.random() * 3)),
      };
      await run(['self-update'], { node: ['--import', killer], environment });
      seen.add(await versionNow());
      expect((await run(['lint', 'hello'])).ended, JSON.stringify(environment)).toBe(0);
      expect((await run(['self-update'])).ended, JSON.stringify(environment)).toBe(0);
      expect(await versionNow()).toBe('7.0.0');
      const left = (await readdir(placesBelow(prefix).folder)).filter((name) => /^\.(?:new|update)/.test(name));
      expect(left, JSON.stringify(environment)).toEqual([]);
    }
    expect([...seen].sort()).toEqual([own, '7.0.0'].sort());
  });

  it('says who can, where this user may not write', async () => {
    await serve(await releaseOf('7.0.0'));
    const open = await mkdtemp('/tmp/read-only-');
    await cp(programBuild, join(open, 'cli'), { recursive: true, dereference: true });
    await chmod(open, 0o755);
    await chmod(join(open, 'cli'), 0o555);
    const home = join(open, 'home');
    await mkdir(home);
    await chmod(home, 0o777);
    const uid = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const ran = call('node', [join(open, 'cli/skill-registry.mjs'), 'self-update'], {
      ...uid,
      cwd: '/tmp',
      env: {
        PATH: (process.env['PATH'] ?? '').replaceAll(/[^:]*node_modules[^:]*:?/g, ''),
        HOME: home,
        SKILL_REGISTRY_URL: urls[0],
      },
    });
    await expect(ran).rejects.toMatchObject({
      stderr: expect.stringContaining(
        `You may not write to ${open}/cli, so nothing was changed. As the user who installed it: npm install -g ${urls[0]}/skill-registry.tgz`,
      ),
    });
    await chmod(join(open, 'cli'), 0o755);
    await rm(open, { recursive: true });
  });

  it('leaves to others what others manage', async () => {
    for (const [place, why] of [
      ['app/node_modules/skill-registry', 'belongs to a project'],
      ['store/.pnpm/x/node_modules/skill-registry', 'Another package manager than npm'],
    ] as const) {
      await cp(programBuild, join(prefix, place), { recursive: true, dereference: true });
      await writeFile(join(prefix, 'app/package.json'), '{}');
      const ran = call(process.execPath, [join(prefix, place, 'skill-registry.mjs'), 'self-update'], {
        env: { ...process.env, HOME: prefix, SKILL_REGISTRY_URL: urls[0] },
      });
      await expect(ran).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
    }
  });
});

describe('on Windows', () => {
  it('an installation is known by its place', () => {
    const at = (folder: string, ...files: string[]) =>
      installationOf(folder, (path) => [win32.join(folder, 'skill-registry.mjs'), ...files].includes(path), win32);
    const npm = 'C:\\Users\\Ada\\AppData\\Roaming\\npm\\node_modules\\skill-registry';
    expect(at(npm)).toBe('own');
    expect(at('C:\\Users\\Ada\\.local\\lib\\skill-registry')).toBe('own');
    expect(at('C:\\app\\node_modules\\skill-registry', 'C:\\app\\package.json')).toBe('project');
    const npx = 'C:\\Users\\Ada\\AppData\\Local\\npm-cache\\_npx\\1f';
    expect(at(`${npx}\\node_modules\\skill-registry`, `${npx}\\package.json`)).toBe('own');
  });

  it('the command is a file for cmd, which is made again and never put over somebody’s', async () => {
    for (const _ of ['first', 'second']) {
      const made = await linkCommand(prefix, 'win32');
      expect(await readFile(made, 'utf8')).toBe('@node "%~dp0..\\lib\\skill-registry\\skill-registry.mjs" %*\r\n');
    }
    await writeFile(join(prefix, 'bin/skill-registry.cmd'), '@echo other\r\n');
    await expect(linkCommand(prefix, 'win32')).rejects.toThrow('is another program');
    await rm(command());
    await writeFile(command(), '#!/bin/sh\n');
    await expect(linkCommand(prefix)).rejects.toThrow('is another program');
  });
});
