import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

/** What a tool prints when it finds something; empty when it is content. */
async function complaintsOf(command: string, ...args: string[]): Promise<string> {
  try {
    await promisify(execFile)(bin(command), args, {
      cwd: root,
      maxBuffer: 2 ** 26,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr || String(error);
  }
}

describe('the house is in order', () => {
  it('formatted and linted', async () => expect(await complaintsOf('biome', 'ci', '--colors=off', '.')).toBe(''));
  it('typed', async () => {
    // What was typed before and has not changed since is not looked at again.
    const remembered = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/typed.tsbuildinfo'];
    expect(await complaintsOf('tsc', '--noEmit', '-p', '.', ...remembered)).toBe('');
  });
  it('its pages typed', async () =>
    expect(
      await complaintsOf('astro', 'check', '--tsconfig', 'mirror/site/tsconfig.json', '--minimumSeverity', 'warning'),
    ).toBe(''));
  it('without dead code or unused packages', async () => expect(await complaintsOf('knip', '--no-progress')).toBe(''));

  it.each(['ARCHITECTURE.md', 'SECURITY.md'])('true in its guides: every file that %s names is there', (name) => {
    const guide = readFileSync(join(root, name), 'utf8');
    const named = [...guide.matchAll(/`((?:origin|mirror|scripts|test)\/[\w./<>*-]+)`/g)].map(
      ([, path]) => path as string,
    );
    const missing = named.filter((path) => !/[<*]/.test(path) && globSync(path, { cwd: root }).length === 0);
    expect(named.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it('readable: few files are longer than a head', () => {
    const long = globSync('{origin,mirror,scripts}/**/*.{ts,astro}', { cwd: root }).filter(
      (file) => readFileSync(join(root, file), 'utf8').split('\n').length > 300,
    );
    // The records and rows are lists: splitting them would hide what they are for.
    expect(long.sort()).toEqual(['origin/contract/records.ts', 'origin/store/schema/tables.ts']);
  });
});
