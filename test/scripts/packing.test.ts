import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { array, asyncProperty, constantFrom, uniqueArray as distinct, assert as hold, record } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { notIgnored } from '../../mirror/site/scripts/publish/ignored.ts';
import { packFolder } from '../../scripts/packing/packFolder.ts';
import { isSensitive } from '../../scripts/packing/sensitive.ts';
import { times } from '../thoroughness.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'packing-'));
  return () => rm(root, { recursive: true, force: true });
});

async function write(files: Record<string, string>, below = root): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(below, path)), { recursive: true });
    await writeFile(join(below, path), text);
  }
}

const packed = async (folder = root) => (await packFolder(folder)).files.map(({ path }) => path);

describe('a folder that is packed', () => {
  it('leaves out what .gitignore and .skillignore name, the latter last, and says so', async () => {
    await write({
      '.gitignore': 'dist/\n*.log\n',
      '.skillignore': 'draft.md\n!keep.log\n',
      'SKILL.md': '',
      'draft.md': '',
      'keep.log': '',
      'run.log': '',
      'dist/a/b.js': '',
      'node_modules/x/index.js': '',
    });
    const { files, leftOut } = await packFolder(root);
    expect(files.map(({ path }) => path)).toEqual(['.gitignore', 'SKILL.md', 'keep.log']);
    expect(leftOut).toEqual({
      count: 5,
      paths: ['.skillignore', 'dist/', 'draft.md', 'node_modules/', 'run.log'],
    });
  });

  it('honours the rules of the repository around it, but not those that leave out the folder itself', async () => {
    await write({
      '.git/HEAD': '',
      '.gitignore': '*.tmp\n/build/\n',
      'skills/hello/SKILL.md': '',
      'skills/hello/a.tmp': '',
      'build/hello/SKILL.md': '',
      'build/hello/a.tmp': '',
    });
    expect(await packed(join(root, 'skills/hello'))).toEqual(['SKILL.md']);
    expect(await packed(join(root, 'build/hello'))).toEqual(['SKILL.md', 'a.tmp']);
  });

  it('may have links where they are left out, and follows none, not even as .gitignore', async () => {
    await write({ 'SKILL.md': '', 'rules.txt': 'SKILL.md\n', '.skillignore': 'link\n.gitignore\n' });
    await symlink('/etc/passwd', join(root, 'link'));
    await symlink('rules.txt', join(root, '.gitignore'));
    expect(await packed()).toEqual(['SKILL.md', 'rules.txt']);
    await rm(join(root, '.skillignore'));
    await expect(packFolder(root)).rejects.toMatchObject({ code: 'bundle_invalid' });
  });

  const hasGit = spawnSync('git', ['--version']).error === undefined;
  const name = constantFrom('a', 'b', 'c.log', '.env', 'd');
  const path = array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  const line = constantFrom(
    ...[
      'a',
      'a/',
      '/a',
      '*.log',
      '!*.log',
      '.env',
      '!.env',
      'a/b',
      '!a/b',
      '**/d',
      'a/**',
      '!a/',
      '#a',
      'b/*',
      '*',
      '!*/',
    ],
    ...['!a', '[ab]', '?', '\\!a', 'a/**/d', '', '/*', '!/a', ' a', 'a '],
  );
  const rules = array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));

  it.skipIf(!hasGit)(`has the files that git would add${hasGit ? '' : ' (git is not there)'}`, async () => {
    const world = record({
      paths: distinct(path, { minLength: 1, maxLength: 12 }),
      rules,
      inner: rules,
    });
    await hold(
      asyncProperty(world, async ({ paths, rules, inner }) => {
        const folder = await mkdtemp(join(root, 'tree-'));
        execFileSync('git', ['init', '-q', folder]);
        // A name is a file or a folder.
        const files = paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`)));
        await write(Object.fromEntries(files.map((file) => [file, ''])), folder);
        await writeFile(join(folder, '.gitignore'), rules);
        if (files.some((file) => file.startsWith('a/'))) await writeFile(join(folder, 'a/.gitignore'), inner);
        const env = { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
        const listed = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard'], { cwd: folder, env });
        const added = listed.toString().split('\0').filter(Boolean);
        const read = await packed(folder);
        expect(read.sort()).toEqual(added.sort());
        // The publish page is told the same files, and reads the same rules.
        const texts = {
          '.gitignore': rules,
          ...(files.some((file) => file.startsWith('a/')) && { 'a/.gitignore': inner }),
        };
        const chosen = Object.entries({ ...Object.fromEntries(files.map((file) => [file, ''])), ...texts });
        const onPage = await notIgnored(chosen.map(([path, text]) => ({ path, file: new File([text], path) })));
        expect(onPage.map((one) => one.path).sort()).toEqual(read);
      }),
      {
        numRuns: times(20),
        examples: [[{ paths: ['a/d/a', 'a/d/b', 'a'], rules: 'a/**/d', inner: '!*/' }]],
      },
    );
  });
});

describe('a file that nobody means to hand out', () => {
  it('is told by its name, and a sample of one is not', () => {
    const secret = ['.env', 'a/.env.local', '.ENV', 'prod.env', '.envrc', 'id_rsa', 'x/server.key', '.npmrc', 'a.pem'];
    const plain = ['.env.example', 'env.md', 'id_rsa.pub', 'keys.md', 'monkey', 'credentials.md', 'environment.ts'];
    expect([...secret, ...plain].filter(isSensitive)).toEqual(secret);
  });
});
