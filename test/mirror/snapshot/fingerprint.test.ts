import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOfSources } from '../../../mirror/snapshot/build/fingerprint.ts';

const root = join(import.meta.dirname, '../../..');

describe('the digest of sources', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sources-'));
    await mkdir(join(folder, 'guides'));
    await write('loader.ts', 'one');
    await write('guides/start.md', '# Start');
  });
  afterEach(() => rm(folder, { recursive: true }));
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  const digest = () => digestOfSources([relative(root, folder)]);

  it('stays when a README.md comes or changes, in any folder', async () => {
    const before = await digest();
    await write('README.md', 'What this room is for.');
    await write('guides/README.md', 'What these are.');
    expect(await digest()).toBe(before);
    await write('README.md', 'Said better.');
    expect(await digest()).toBe(before);
  });

  it.each(['loader.ts', 'guides/start.md', 'guides/new.md'])('changes with %s', async (path) => {
    const before = await digest();
    await write(path, 'another text');
    expect(await digest()).not.toBe(before);
  });
});
