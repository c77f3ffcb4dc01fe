import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { packArchive, readArchive } from '../../origin/bundle/archive/archive.ts';
import { manifestOf, manifestText, versionHash } from '../../origin/bundle/manifest.ts';
import { bundle, file } from './samples.ts';

const files = [file('b.md', 'hello'), file('SKILL.md', ''), file('a/c.md', 'world')];

const hello = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
const world = '486ea46224d1bb4fb680f34f7c9ad96a8f24ec88be73ea8e5a6c65260e9cb8a7';
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('manifestOf', () => {
  it('lists path, size and hash of every file, sorted by path', () => {
    expect(manifestOf(files)).toEqual([
      { path: 'SKILL.md', size: 0, hash: `sha256:${empty}` },
      { path: 'a/c.md', size: 5, hash: `sha256:${world}` },
      { path: 'b.md', size: 5, hash: `sha256:${hello}` },
    ]);
  });
});

describe('manifestText', () => {
  it('is one line for each file, as sha256sum would start it', () => {
    expect(manifestText(manifestOf(files))).toBe(`${empty}  0 SKILL.md\n${world}  5 a/c.md\n${hello}  5 b.md\n`);
  });
});

describe('versionHash', () => {
  it('is the SHA-256 of the manifest text', () => {
    const text = `${empty}  0 SKILL.md\n${world}  5 a/c.md\n${hello}  5 b.md\n`;
    expect(versionHash(manifestOf(files))).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`);
  });

  it('can be recomputed from a manifest in any order', () => {
    expect(versionHash(manifestOf(files).reverse())).toBe(versionHash(manifestOf(files)));
  });

  it('does not depend on the order of the files or on the kind of archive', async () => {
    await fc.assert(
      fc.asyncProperty(bundle, async (some) => {
        const hash = versionHash(manifestOf(some));
        const zip = zipSync(Object.fromEntries(some.map(({ path, bytes }) => [path, bytes])));
        expect(versionHash(manifestOf(some.toReversed()))).toBe(hash);
        expect(versionHash(manifestOf(await readArchive(packArchive(some), 'tar.gz')))).toBe(hash);
        expect(versionHash(manifestOf(await readArchive(zip, 'zip')))).toBe(hash);
      }),
    );
  });

  it('changes with a byte, a path and a file', () => {
    const hashes = [
      files,
      [...files, file('d')],
      [file('b.md', 'hellO'), ...files.slice(1)],
      [file('B.md', 'hello'), ...files.slice(1)],
    ].map((some) => versionHash(manifestOf(some)));
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
