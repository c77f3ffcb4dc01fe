import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { published } from '../../answers.ts';
import { skillMd } from '../../registry.ts';
import { type Machine, newMachine } from '../machine.ts';
import { program } from '../program.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';
import { hasTerminal, inFrontOf, inTerminal, interactive, terminal } from '../terminal.ts';

let served: Served;
let machine: Machine;
beforeAll(async () => {
  served = await serveRegistry();
  const hostile = 'All\x1b[2J gone\x9b31m \u{202e}desrever \u{fdd4}';
  await published(served.registry, 'ada:odd', { 'SKILL.md': skillMd('odd', 'Does it.'), 'odd.txt': hostile });
  await served.publishSnapshot();
  machine = await newMachine({ registryUrl: served.mirrorUrl });
});
afterAll(async () => {
  await machine[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
});

describe('the command line', () => {
  it('helps with examples', async () => {
    for (const args of [['--help'], ['help', 'publish'], ['kit', '--help'], ['view', '--help']]) {
      const { ended, stdout, stderr } = await machine.run(...args);
      expect({ args, ended, stderr }).toEqual({ args, ended: 0, stderr: '' });
      expect(stdout).toMatch(/Examples:\n {2}\$ skill-registry /);
    }
  });

  it('suggests the nearest of what it does not know, and says on stderr what is wrong', async () => {
    const wrong: [string[], RegExp][] = [
      [['serach', 'x'], /Did you mean: skill-registry search x\n/],
      [['kit', 'rmeove', 'ada/tools', 'ada/odd'], /Did you mean: skill-registry kit remove ada\/tools ada\/odd\n/],
      [['team', 'add', 'lab', 'it’s'], /Did you mean: skill-registry team invite lab 'it’s'\n/],
      [['ci'], /Did you mean: skill-registry install --frozen\n/],
      [['frobnicate'], /^unknown command 'frobnicate'\nFor all commands: skill-registry help\n$/],
      [['search'], /missing required argument/],
      [['publish', '--categroy', 'data'], /Did you mean: skill-registry publish --category data\n/],
      [['publish', '--category', 'cats'], /Allowed choices are coding/],
      [['completion', 'tcsh'], /Allowed choices are bash/],
      // So long a timer would end at once, again and again.
      ...[['sync'], ['mirror', 'copy'], ['monitor', 'ada']].map((command): [string[], RegExp] => [
        [...command, '--watch', '--interval', '3000000'],
        /a number of seconds, from 1 to 86400, not "3000000"/,
      ]),
      [['--registry', 'ftp://x', 'whoami'], /not the address of a registry/],
      [[], /Usage/],
    ];
    for (const [args, said] of wrong) {
      const { ended, stdout, stderr } = await machine.run(...args);
      expect({ args, ended, stdout }).toEqual({ args, ended: 2, stdout: '' });
      expect(stderr).toMatch(said);
    }
  });

  it('says its version', async () => {
    const { version } = JSON.parse(
      await readFile(join(import.meta.dirname, '../../../scripts/cli/package.json'), 'utf8'),
    );
    expect(await machine.run('--version')).toMatchObject({ ended: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('ends well when its reader goes away', async () => {
    const command = `"${process.execPath}" "${program}" completion bash | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const options = { env: machine.environment, cwd: machine.work };
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command], options);
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^# bash.*\n0\n$/), stderr: '' });
  });
});

describe('completion', () => {
  it('is what bash can use, for commands below commands and their options', async () => {
    const { stdout } = await machine.run('completion', 'bash');
    const completed = (...words: string[]) =>
      execFileSync('bash', [
        '--norc',
        '-c',
        `eval "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _skill_registry; echo "\${COMPREPLY[*]}"`,
        stdout,
        'skill-registry',
        ...words,
      ])
        .toString()
        .trim();
    expect(completed('sea')).toBe('search');
    expect(completed('kit', 'un')).toBe('unsubscribe');
    expect(completed('publish', '--dr')).toBe('--dry-run');
    expect(completed('kit', 'create', '--pri')).toBe('--private');
  });

  it.each(['zsh', 'fish'])('is there for %s', async (shell) => {
    const { ended, stdout } = await machine.run('completion', shell);
    expect(ended).toBe(0);
    expect(stdout).toContain('unsubscribe');
  });

  describe.each(['zsh', 'fish'])('in %s', (shell) => {
    const isHere = !spawnSync(shell, ['--version']).error;
    it.skipIf(!isHere)(`is a script without a fault${isHere ? '' : ` (${shell} is not there)`}`, async () => {
      const { stdout } = await machine.run('completion', shell);
      const file = join(machine.work, `completion.${shell}`);
      await writeFile(file, stdout);
      execFileSync(shell, ['-n', file]);
    });
  });
});

describe.skipIf(!hasTerminal)(inTerminal('a terminal'), () => {
  const seen = (args: string[], environment: NodeJS.ProcessEnv = {}, answers: [string, string][] = []) =>
    inFrontOf(machine, args, { environment, answers });

  it('gets colours, unless NO_COLOR says no', async () => {
    expect((await seen(['view', 'ada/odd'])).shown).toContain('\x1b[1mada/odd\x1b[22m');
    expect((await seen(['view', 'ada/odd'], { NO_COLOR: '1' })).shown).not.toContain('\x1b');
  });

  it('gets no escape sequence out of a skill', async () => {
    const shown = async (...args: string[]) => (await seen(args, { NO_COLOR: '1' })).shown;
    expect((await shown('files', 'ada/odd', 'odd.txt')).trim()).toBe('All\\u{1b}[2J gone\\u{9b}31m \\u{202e}desrever');
    const json = await shown('files', 'ada/odd', 'odd.txt', '--json');
    expect(['\x1b', '\x9b', '\u{202e}'].filter((character) => json.includes(character))).toEqual([]);
    expect(JSON.parse(json).text).toBe('All\x1b[2J gone\x9b31m \u{202e}desrever \u{fdd4}');
  });

  it('is asked for what init needs', async () => {
    await mkdir(join(machine.work, 'asked'), { recursive: true });
    await seen(['init', 'asked'], {}, [
      ['[asked]: ', '\r'],
      ['when to use it: ', 'Greets people.\r'],
    ]);
    expect(await readFile(join(machine.work, 'asked/SKILL.md'), 'utf8')).toContain('description: "Greets people."');
  });

  it('takes Ctrl-C for an answer', async () => {
    const { shown, code } = await seen(['init', 'never'], {}, [['[never]: ', '\x03']]);
    expect({ shown, code }).toEqual({ shown: expect.stringContaining('Stopped.'), code: 1 });
  });

  it('opens a browser, but not over ssh or in CI', async () => {
    const browser = join(machine.work, 'browser');
    await writeFile(browser, `#!/bin/sh\necho "$1" >> "${browser}.opened"\n`);
    await chmod(browser, 0o755);
    const limited = (more: NodeJS.ProcessEnv) => {
      const command = `timeout -s INT 3 '${process.execPath}' '${program}' pair --name Box`;
      const env = interactive(machine, { BROWSER: browser, ...more });
      return promisify(execFile)(terminal, ['-qec', command, '/dev/null'], { cwd: machine.work, env }).catch(() => {});
    };
    await Promise.all([limited({ SSH_CONNECTION: 'x' }), limited({ CI: 'true' })]);
    await expect(readFile(`${browser}.opened`, 'utf8')).rejects.toThrow();
    await limited({});
    expect(await readFile(`${browser}.opened`, 'utf8')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pair#code=[A-Z]{8}\n$/);
  });
});
