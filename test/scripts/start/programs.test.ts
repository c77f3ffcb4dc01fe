import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeStory } from '../../story.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

let checkout: string;
beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'checkout-'));
  for (const name of ['origin', 'mirror', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
});
afterAll(() => rm(checkout, { recursive: true }));
const help = () => run(process.execPath, ['scripts/operator.ts', '--help'], { cwd: checkout });

describeStory('the programs', () => {
  it('run out of their sources where they can’t be bundled, and say so', async () => {
    await writeFile(join(checkout, 'dist'), 'No folder.');
    const { stdout, stderr } = await help();
    expect(stdout).toMatch(/^Usage: operator /);
    expect(stderr).toMatch(/^The programs could not be bundled, and run from their sources: .*dist/m);
    await rm(join(checkout, 'dist'));
  });

  it('are bundled once, and again once a source changed; two at once make one', async () => {
    const [one, other] = await Promise.all([help(), help()]);
    expect(one.stdout).toBe(other.stdout);
    expect(one.stderr).toMatch(/^Bundling the programs/);
    expect((await help()).stderr).toBe('');
    expect(await readdir(join(checkout, 'dist/runs'))).toHaveLength(1);
    await writeFile(join(checkout, 'scripts/operator/added.ts'), 'export {};\n');
    expect((await help()).stderr).toMatch(/^Bundling the programs/);
    expect(await readdir(join(checkout, 'dist/runs'))).toHaveLength(2);
  });
});
