import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byPath, checkPaths, refusedPathIn } from '../../origin/bundle/paths.ts';
import { limits } from '../../origin/contract/fields.ts';
import { bundle, file, refusalOf, skillMd } from './samples.ts';

const refused = async (...paths: string[]) => {
  const files = [skillMd, ...paths.map((path) => file(path))];
  return refusedPathIn(files) ? refusalOf(() => checkPaths(files)) : 'accepted';
};

/** Each rule, and paths that break it. */
const rules: Record<string, string[]> = {
  empty: [''],
  'at most 155 characters': ['a'.repeat(limits.pathLength + 1)],
  'only ASCII': ['ä.md', 'a\\b', 'a:b', 'a\0', 'a\nb', 'a\n', 'a?', 'a*', '永久.md', 'a\u200Bb', '~a', 'a@b', '"'],
  'starts with a slash': ['/a', '//a', '/'],
  'empty segment': ['a//b', 'a/', 'a//'],
  '“.” or “..” segment': ['.', '..', '../a', 'a/../b', './a', 'a/./b', 'a/..'],
  'end with a dot or a space': ['a.', 'a ', 'a./b', 'a /b', 'a/b.', '...', ' '],
  'version control or a package manager': [
    ...['.git', '.GIT', '.git/config', 'a/.Git/HEAD', '.git.', '.git /config', 'b/.git. . ', 'GIT~1', 'git~1/config'],
    ...['.hg/hgrc', '.svn/entries', '.bzr/x', 'CVS/Root', 'a/cvs', 'node_modules/a.js', 'a/Node_Modules', 'CVS.'],
    ...['.jj/repo/config.toml', '.sl/config', '.pijul/config', '_darcs/prefs/defaults'],
  ],
  'start with “-”': ['-', '-rf', '--help.md', 'a/-n', '-a/b.md'],
  'device name': ['con', 'CON.txt', 'a/Nul', 'aux/b', 'com1.tar.gz', 'LPT9', 'prn .txt', 'com0'],
};

describe('checkPaths', () => {
  it('accepts every valid bundle', () => {
    fc.assert(fc.property(bundle, (files) => checkPaths(files)));
  });

  it.each([
    'a'.repeat(155),
    '.env',
    '.gitignore',
    '.github/workflows/a.yml',
    'git/config',
    'x.git/config',
    '.git.d/config',
    'cvs.md',
    'node_modules.md',
    'a b/c.md',
    'a-',
    '_',
    'console.md',
    'com10',
    'a.con',
    'nully',
    ' a',
    '..a',
    'a..b',
  ])('accepts %j', (path) => {
    expect(() => checkPaths([skillMd, file(path)])).not.toThrow();
  });

  describe.each(Object.entries(rules))('%s', (rule, paths) => {
    it.each(paths)('refuses %j', async (path) => {
      expect(await refused(path)).toEqual({ code: 'bundle_invalid', path, message: expect.stringContaining(rule) });
    });
  });

  it('refuses any invalid path by that path, wherever it stands', async () => {
    const invalid = fc.oneof(
      fc.constantFrom(...Object.values(rules).flat()),
      fc.string({ unit: 'binary', minLength: 1 }).filter((path) => /[^A-Za-z0-9._\-/ ]/.test(path)),
      fc
        .tuple(
          fc.constantFrom('../', '/', 'con/', 'a. /', './', '.git/', 'a/.Hg/', '-a/'),
          fc.stringMatching(/^[a-z]{1,9}$/),
        )
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(bundle, invalid, fc.nat(), async (files, path, place) => {
        const spoiled = files.toSpliced(place % (files.length + 1), 0, file(path));
        expect(await refusalOf(() => checkPaths(spoiled))).toMatchObject({ code: 'bundle_invalid', path });
      }),
    );
  });

  it('refuses a path that is there twice, and one that differs in case alone', async () => {
    expect(await refused('a', 'a')).toMatchObject({ path: 'a', message: expect.stringContaining('twice') });
    expect(await refused('Docs/A', 'docs/a')).toMatchObject({
      path: 'docs/a',
      message: expect.stringContaining('case'),
    });
    expect(await refused('skill.md')).toMatchObject({ path: 'skill.md', message: expect.stringContaining('case') });
  });

  it('refuses a file that is also a directory, in whatever order and case', async () => {
    const refusal = { code: 'bundle_invalid', path: 'a', message: expect.stringContaining('directory') };
    expect(await refused('a', 'a/b')).toMatchObject(refusal);
    expect(await refused('A/b/c', 'a')).toMatchObject(refusal);
    expect(await refused('a-b', 'a/b', 'a')).toMatchObject(refusal);
  });

  it('refuses folders that differ in case alone, however deep', async () => {
    const refusal = { code: 'bundle_invalid', message: expect.stringContaining('in case alone') };
    expect(await refused('d/a', 'D/b')).toMatchObject({ ...refusal, path: 'D/b' });
    expect(await refused('x/D/b', 'x/y/a', 'x/d/a/c')).toMatchObject({ ...refusal, path: 'x/d/a/c' });
    expect(await refused('d/a', 'd/B', 'e/A')).toBe('accepted');
  });

  it.each([
    ['at the root', ['HEAD', 'objects/keep', 'refs/keep', 'config']],
    ['further down', ['a/b/HEAD', 'a/b/objects/keep', 'a/b/refs/keep']],
    ['where case is folded', ['head', 'Objects/keep', 'REFS/keep']],
    ['where a file may be entered like a folder', ['HEAD', 'objects', 'refs']],
    ['with the rest elsewhere', ['a/HEAD', 'a/commondir', 'b/config']],
  ])('refuses what git takes for a repository %s', async (_, paths) => {
    expect(await refused(...paths)).toMatchObject({
      path: paths[0],
      message: expect.stringContaining('makes its folder a git repository'),
    });
  });

  it.each([
    ['names of its parts alone', ['refs/a.md', 'objects/b.md', 'config', 'hooks/pre-commit']],
    ['a HEAD alone', ['HEAD', 'docs/HEAD', 'commondir.md']],
    ['a HEAD in another folder', ['docs/HEAD', 'objects/b.md', 'refs/a.md']],
    ['a folder HEAD', ['HEAD/a.md', 'objects/b.md', 'refs/a.md']],
    ['longer names', ['HEAD.md', 'objects/b.md', 'refs/a.md']],
  ])('accepts %s', async (_, paths) => {
    expect(await refused(...paths)).toBe('accepted');
  });

  it('refuses a bundle without SKILL.md at its root, and says what looks like it', async () => {
    const refusal = { code: 'bundle_invalid', path: 'SKILL.md' };
    expect(await refusalOf(() => checkPaths([]))).toMatchObject(refusal);
    expect(await refusalOf(() => checkPaths([file('my-skill/SKILL.md')]))).toMatchObject({
      ...refusal,
      message: expect.stringContaining('my-skill/SKILL.md'),
    });
    expect(await refusalOf(() => checkPaths([file('skill.md')]))).toMatchObject(refusal);
  });
});

describe('byPath', () => {
  it('sorts by bytes, not by locale', () => {
    const paths = ['b', 'a/b', 'a-b', 'a', 'B', 'a b', '_', '1'].map((path) => file(path));
    const bytewise = paths.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
    expect(paths.toSorted(byPath)).toEqual(bytewise);
  });
});
