import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/bench/servers/freePort.ts';

const root = join(import.meta.dirname, '../..');
const call = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-'));
  const environment = { ...process.env, npm_config_cache: join(folder, 'cache') };
  await call('npm', ['pack', '--pack-destination', folder], { cwd: root, env: environment });
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), '{}');
  await call('npm', ['install', `./${archive}`, '--offline'], { cwd: folder, env: environment });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The machine's own Node, and the one that the project brings. */
const ownPath = (process.env['PATH'] ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
const nodes = { 'the machine’s own Node': ownPath, 'the pinned Node': [dirname(process.execPath), ...ownPath] };

describe('the package', () => {
  it('brings the program and no other package, and says whose work is in it', async () => {
    expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
      'skill-registry',
    ]);
    const program = join(folder, 'node_modules/skill-registry');
    expect((await readdir(program)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(await readFile(join(program, 'dist/cli/LICENSES.txt'), 'utf8')).toMatch(/^zod \d.* \(MIT\)\n\nMIT License/m);
    expect((await stat(join(program, 'dist/cli/skill-registry.mjs'))).mode & 0o111).toBe(0o111);
  });

  it.each(Object.entries(nodes))('runs under %s', async (_, path) => {
    const env = { PATH: path.join(delimiter), HOME: folder, CI: '1' };
    const run = (...args: string[]) =>
      call(join(folder, 'node_modules/.bin/skill-registry'), args, { cwd: folder, env });
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect((await run('--version')).stdout).toBe(`${version}\n`);
    expect((await run('--help')).stdout).toContain('Usage: skill-registry');
    await cp(join(root, 'scripts/starter/find-skills'), join(folder, 'find-skills'), { recursive: true });
    expect((await run('lint', 'find-skills')).stdout).toMatch(/would be taken: find-skills: \d+ files, \d+ tokens/);
    await expect(run('whoami', '--registry', `http://127.0.0.1:${await freePort()}`)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nothing answers/),
    });
  });
});
