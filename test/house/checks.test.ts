import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
/** What each room says of itself. */
const readmes = globSync('{origin,mirror,scripts,test}/**/README.md', { cwd: root });
const bin = (name: string) => join(root, 'node_modules/.bin', name);
/** Takes a third of the computing of the one that `astro check` is made for, and has the same command. */
const nativeTsc = '../typescript-native/bin/tsc';

/** Where sentences for people stand. How they are written is in mirror/site/README.md, Words. */
const readByPeople = [
  'README.md',
  'mirror/site/{pages,components,scripts}/**/*.{astro,ts}',
  'mirror/site/wording.ts',
  'origin/{contract,http,read,store,write}/**/*.ts',
  'origin/read/docs/guides/*.md',
  'scripts/{cli,operator,start}.ts',
  'scripts/{cli,operator,starter}/**/*.{ts,mjs}',
  'scripts/starter/**/*.md',
];
const refusedWords =
  /\b(?:whoever|anew|mend(?:s|ed|ing)?|unseen|second look|in the place of|found(?:s|ed)? (?:a|the) team|everybody|somebody|anybody|(?:waits?|waiting) for you\b(?! to)|filed under|newly mentions)\b/i;
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

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
    // In one thread: several check the libraries' types again each.
    expect(await complaintsOf(nativeTsc, '--noEmit', '-p', '.', '--checkers', '1', ...remembered)).toBe('');
  });
  it('its pages typed', async () =>
    expect(
      await complaintsOf('astro', 'check', '--tsconfig', 'mirror/site/tsconfig.json', '--minimumSeverity', 'warning'),
    ).toBe(''));
  it('without dead code or unused packages', async () => expect(await complaintsOf('knip', '--no-progress')).toBe(''));

  it.each(['ARCHITECTURE.md', 'SECURITY.md', 'CONTRIBUTING.md', ...readmes])(
    'true in its guides: every file that %s names is there',
    (name) => {
      const quoted = [...textOf(name).matchAll(/`([\w./-]+)`/g)].map(([, text]) => text as string);
      const named = quoted.filter((text) =>
        /^(?:origin|mirror|scripts|test|\.ci|\.github)\/|\.(?:ts|mjs|astro)$|\/$/.test(text),
      );
      const isThere = (path: string) => existsSync(join(root, path)) || existsSync(join(root, dirname(name), path));
      expect(named.length).toBeGreaterThan(4);
      expect(named.filter((path) => !isThere(path))).toEqual([]);
    },
  );

  it.each(readmes)('honest in its decisions: %s names the test of each, or says that none holds it', (name) => {
    const text = textOf(name);
    const [, decisions = ''] = /\n## Decisions\n([\s\S]*?)(?:\n## |$)/.exec(text) ?? [];
    const bullets = decisions.split(/^(?=- )/m).filter((part) => part.startsWith('- '));
    expect(bullets.length).toBeGreaterThan(2);
    expect(bullets.filter((bullet) => !/`test\/[\w./-]+`|No test\s+holds/.test(bullet))).toEqual([]);
    expect(text.split('\n').length).toBeLessThanOrEqual(120);
  });

  it('plain in what people read', () => {
    const refused = globSync(readByPeople, { cwd: root }).flatMap((file) => {
      const text = file.endsWith('.md') ? textOf(file) : withoutComments(textOf(file));
      const lines = text.split('\n').filter((line) => refusedWords.test(line));
      return lines.map((line) => `${file}: ${line.trim()}`);
    });
    expect(refused).toEqual([]);
  });

  it('readable: few files are longer than a head', () => {
    const long = globSync('{origin,mirror,scripts}/**/*.{ts,astro}', { cwd: root }).filter(
      (file) => textOf(file).split('\n').length > 300,
    );
    // The records and rows are lists: splitting them would hide what they are for.
    expect(long.sort()).toEqual(['origin/contract/records.ts', 'origin/store/schema/tables.ts']);
  });
});
