import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { publicOnly } from '../../../origin/write/advisories/publicAddress.ts';
import {
  type GitSource,
  type GitSourceOptions,
  gitLimits,
  withGitSource,
} from '../../../scripts/operator/imported/gitSource.ts';
import { type GitServer, gitIsHere, startGitServer, withGit } from './gitServer.ts';

describe.skipIf(!gitIsHere)(withGit('a repository'), () => {
  let server: GitServer;
  let home: string;
  beforeAll(async () => {
    server = await startGitServer();
  });
  afterAll(() => server?.[Symbol.dispose]());
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'fetching-'));
    vi.stubEnv('TMPDIR', home);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    const left = readdirSync(home);
    rmSync(home, { recursive: true });
    expect(left).toEqual([]);
  });

  const fetch = <T = GitSource>(
    path: string,
    options: GitSourceOptions = {},
    use: (source: GitSource) => Promise<T> = async (source) => source as T,
  ): Promise<T> => withGitSource(server.address(path), { ...server.options, ...options }, use);
  const limited = (limits: Partial<typeof gitLimits>) => ({ limits: { ...gitLimits, ...limits } });

  it('is read as its newest commit has it: files, programs, links and other repositories', async () => {
    server.commit('ada/sums', { old: 'old' });
    const commit = server.commit('ada/sums', {
      'a/b c': 'text',
      empty: '',
      'bytes.bin': Buffer.from([0, 10, 255]),
      run: { program: '#!/bin/sh' },
      link: { link: '/etc/passwd' },
      other: { submodule: '1'.repeat(40) },
    });
    await fetch('ada/sums', {}, async (source) => {
      expect(source.commit).toBe(commit);
      expect(source.entries.map(({ mode, path, size }) => `${mode} ${path} ${size}`)).toEqual([
        '100644 a/b c 4',
        '100644 bytes.bin 3',
        '100644 empty 0',
        '120000 link 11',
        '160000 other 0',
        '100755 run 9',
      ]);
      const files = source.entries.filter(({ mode }) => mode.startsWith('100'));
      const contents = await source.read(files);
      expect(contents.map((bytes) => Buffer.from(bytes).toString('latin1'))).toEqual([
        'text',
        '\0\n\xff',
        '',
        '#!/bin/sh',
      ]);
    });
  });

  it('is fetched from the address that was checked, whatever the name says later', async () => {
    server.commit('ada/pinned', { file: 'x' });
    const asked: string[] = [];
    const addressesOf = async (host: string) => {
      asked.push(host);
      return ['127.0.0.1'];
    };
    await fetch('ada/pinned', { policy: { addressesOf, isAllowed: () => true } });
    expect(asked).toEqual(['git.test']); // no zone has it, so git could not have found it itself
  });

  it('is refused at a private address, before anything is asked there', async () => {
    server.commit('ada/inside', { file: 'x' });
    const policy = { ...publicOnly, addressesOf: async () => ['127.0.0.1'] };
    await expect(fetch('ada/inside', { policy })).rejects.toThrow('git.test is at 127.0.0.1, not an address');
    expect(server.asked.filter((path) => path.includes('inside'))).toEqual([]);
  });

  it('is refused behind a certificate that the machine does not trust', async () => {
    const { caFile: _, ...rest } = { ...server.options };
    const address = server.address('ada/sums');
    await expect(withGitSource(address, rest, async () => undefined)).rejects.toThrow(/certificate/i);
  });

  it.each([
    ['redirect/sums', /git\.test redirects .* not followed/],
    ['private/sums', /is not public, or there is no such repository/],
    ['ada/nothing', /There is no repository at/],
    ['plain/sums', /serves plain files/],
  ])('%s is refused with its reason', async (path, reason) => {
    await expect(fetch(path)).rejects.toThrow(reason);
    expect(server.asked.filter((asked) => asked.startsWith('/elsewhere'))).toEqual([]);
  });

  it('without a commit is empty', async () => {
    server.commit('ada/empty', {});
    rmSync(join(server.folder, 'ada/empty.git/refs/heads/main'));
    await expect(fetch('ada/empty')).rejects.toThrow('The repository is empty.');
  });

  it('is given up when it is too slow, too large or has too many files', async () => {
    server.commit('ada/large', {
      large: randomBytes(300_000),
      ...Object.fromEntries('abcdef'.split('').map((n) => [n, n])),
    });
    await expect(fetch('stall/sums', limited({ time: 300 }))).rejects.toThrow('takes more than 0.3 seconds');
    await expect(fetch('ada/large', limited({ bytes: 200_000 }))).rejects.toThrow('takes more than 0.2 MB');
    await expect(fetch('ada/large', limited({ files: 6 }))).rejects.toThrow('more than 6 files');
    await expect(fetch('ada/large', limited({ bytes: 600_000, files: 7 }))).resolves.toBeDefined();
  });

  it('is given up while it is being fetched, as soon as it is too large', async () => {
    // The stalled half of a pack: git waits for more, and what it has written counts.
    const stop = new AbortController();
    const fetching = fetch('stall/large', { ...limited({ bytes: 100_000 }), signal: stop.signal });
    for (const _ of Array(100)) {
      const [folder] = readdirSync(home);
      if (folder && existsSync(join(home, folder, 'repository'))) {
        writeFileSync(join(home, folder, 'repository', 'arriving'), randomBytes(200_000));
        break;
      }
      await wait(20);
    }
    await expect(fetching).rejects.toThrow('takes more than 0.1 MB');
  });

  it('is removed, and git is ended, when its reader fails or is interrupted', async () => {
    server.commit('ada/sums', { file: 'x' });
    await expect(fetch('ada/sums', {}, () => Promise.reject(new Error('no use')))).rejects.toThrow('no use');
    const stop = new AbortController();
    const stalled = fetch('stall/sums', { signal: stop.signal });
    until(() => server.stalled() === 1).then(() => stop.abort(new Error('enough')));
    await expect(stalled).rejects.toThrow('enough');
    await until(() => server.stalled() === 0);
  });

  it('runs nothing: no hook, template, setting or variable of the machine has a say', async () => {
    server.commit('ada/hooked', {
      'hooks/post-checkout': { program: '#!/bin/sh\ntouch "$MARK"' },
      '.lfsconfig': '[lfs]',
    });
    const mine = mkdtempSync(join(server.folder, 'home-'));
    const mark = join(mine, 'ran');
    const touch = `#!/bin/sh\ntouch ${mark}\n`;
    mkdirSync(join(mine, 'template/hooks'), { recursive: true });
    for (const hook of ['reference-transaction', 'post-checkout']) {
      writeFileSync(join(mine, 'template/hooks', hook), touch, { mode: 0o755 });
    }
    writeFileSync(join(mine, 'ask'), touch, { mode: 0o755 });
    const settings = [
      `[init]\n\ttemplateDir = ${mine}/template`,
      `[core]\n\thooksPath = ${mine}/template/hooks\n\taskPass = ${mine}/ask`,
      `[credential]\n\thelper = !touch ${mark}`,
      '[url "https://elsewhere.test/"]\n\tinsteadOf = https://git.test',
      '[http]\n\tproxy = http://127.0.0.1:9',
    ];
    writeFileSync(join(mine, '.gitconfig'), `${settings.join('\n')}\n`);
    try {
      const environment = {
        HOME: mine,
        GIT_CONFIG_GLOBAL: join(mine, '.gitconfig'),
        GIT_TEMPLATE_DIR: join(mine, 'template'),
        GIT_ASKPASS: join(mine, 'ask'),
        GIT_SSL_NO_VERIFY: '1',
        GIT_DIR: '/nonexistent',
        MARK: mark,
        https_proxy: 'http://127.0.0.1:9',
        ALL_PROXY: 'http://127.0.0.1:9',
      };
      for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
      await expect(fetch('ada/hooked')).resolves.toBeDefined();
      await expect(fetch('private/sums')).rejects.toThrow('not public');
      expect(existsSync(mark)).toBe(false);
    } finally {
      rmSync(mine, { recursive: true });
    }
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is gone when %s ends the program, and so is git', async (name) => {
    const folder = join(import.meta.dirname, '../../../scripts/operator');
    const { address, options } = { address: server.address('stall/sums'), options: server.options };
    const program = `
      import { interruptible } from '${folder}/interrupt.ts';
      import { withGitSource } from '${folder}/imported/gitSource.ts';
      const policy = { addressesOf: async () => ['127.0.0.1'], isAllowed: () => true };
      const use = (signal) => withGitSource(${JSON.stringify(address)}, { policy, signal, caFile: '${options.caFile}' }, async () => 0);
      await interruptible(use);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    await until(() => server.stalled() === 1);
    child.kill(name);
    expect(await endOf(child)).toBe(name);
    await until(() => server.stalled() === 0);
  });
});

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    if (tries === 500) throw new Error(`never: ${condition}`);
    await wait(20);
  }
}

const endOf = (child: ChildProcess): Promise<string | null> =>
  new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
