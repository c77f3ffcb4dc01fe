import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packArchive, readArchive } from '../../origin/bundle/archive/archive.ts';
import type { BundleFile } from '../../origin/bundle/bundleFile.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import { readSkill } from '../../origin/scan/reader/skill.ts';

const root = fileURLToPath(new URL('../../../shared/corpus/skills', import.meta.url));

/** Each directory of the corpus that holds a skill, as `<author>/<slug>`, with its files. */
const corpus = (): [string, BundleFile[]][] =>
  readdirSync(root).flatMap((author) =>
    readdirSync(`${root}/${author}`).map(
      (slug) => [`${author}/${slug}`, filesOf(`${root}/${author}/${slug}`)] as [string, BundleFile[]],
    ),
  );

const filesOf = (directory: string): BundleFile[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .map((path) => ({
      path: relative(directory, path).replaceAll(sep, '/'),
      bytes: new Uint8Array(readFileSync(path)),
    }));

describe.skipIf(!existsSync(root))('the corpus of real skills (skipped where ../shared/corpus is not there)', () => {
  it('is read, but for four skills that are refused with a plain reason', async () => {
    const refusals: Record<string, unknown> = {};
    let read = 0;
    for (const [name, files] of corpus()) {
      try {
        const skill = await readSkill(files, name.split('/')[1] ?? '');
        const again = await readSkill(await readArchive(packArchive(files), 'tar.gz'), name);
        expect(again.hash).toBe(skill.hash);
        read += 1;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refusals[name] = [error.code, error.message, error.extra];
      }
    }
    const colon = [
      'frontmatter_invalid',
      'SKILL.md line 3: quote the value, it contains a colon.',
      { path: 'SKILL.md', line: 3 },
    ];
    expect(read).toBe(67);
    expect(refusals).toEqual({
      'guows520/permanent-note-generator': [
        'bundle_invalid',
        'A path may have only ASCII letters, digits, space and the characters . _ - /',
        { path: 'assets/永久笔记模板.md' },
      ],
      'jchopard69/x-article-editor': colon,
      'oconnell-carl/notebooklm-cli': colon,
      'ray-778/host-ping-detect': colon,
    });
  });
});
