import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from '../../servers/freePort.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
/** Who the image runs as, in a root that is read-only: that takes the rights to mount. */
const isRoot = process.getuid?.() === 0;

/** The steps of the image that make it, in a clone; then what it starts, read-only and as nobody special. */
it.skipIf(!isRoot)(
  'the image’s steps make a registry that starts in a read-only root (skipped unless run by root)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'image-'));
    const [clone, data, home] = [join(folder, 'registry'), join(folder, 'data'), join(folder, 'home')];
    // Packages come from where this machine has them from, by whom it trusts.
    const { PATH, NODE_EXTRA_CA_CERTS, NPM_CONFIG_USERCONFIG = join(homedir(), '.npmrc') } = process.env;
    const environment = { PATH, HOME: home, NODE_EXTRA_CA_CERTS, NPM_CONFIG_USERCONFIG };
    let started: ChildProcess | undefined;
    try {
      await run('chmod', ['755', folder]);
      await Promise.all([mkdir(home), mkdir(data)]);
      await run('git', ['clone', '-q', root, clone]);
      const dockerfile = (await readFile(join(clone, 'scripts/deploy/Dockerfile'), 'utf8')).replaceAll(/\\\n\s*/g, '');
      const [, steps = ''] = /^COPY \. \.\n(?:#.*\n)*RUN (.*)$/m.exec(dockerfile) ?? [];
      expect(steps).toContain('npm run build');
      await run('sh', ['-c', steps], { cwd: clone, env: environment, maxBuffer: 2 ** 26 });
      await chown(data, 1000, 1000);
      const [origin, mirror] = [await freePort(), await freePort()];
      const mounted = `mount --bind ${clone} ${clone} && mount -o remount,ro,bind ${clone} && cd ${clone} && exec setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs ${process.execPath} scripts/start.ts`;
      started = spawn('unshare', ['--mount', 'sh', '-c', mounted], {
        env: {
          ...environment,
          NODE_ENV: 'production',
          DATA_DIR: data,
          ORIGIN_PORT: `${origin}`,
          MIRROR_PORT: `${mirror}`,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      started.stdout?.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
      const check = JSON.parse(/HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '') as string[];
      const [, ...words] = check.map((word) => word.replace('8787', `${origin}`).replace('8788', `${mirror}`));
      await expect
        .poll(() =>
          run(process.execPath, words).then(
            () => 'healthy',
            () => said,
          ),
        )
        .toBe('healthy');
      // Healthy is also one that has no snapshot yet.
      const packed = () => fetch(`http://127.0.0.1:${mirror}/skill-registry.tgz`).then(({ status }) => status);
      await expect.poll(packed).toBe(200);
      expect(said).not.toMatch(/EROFS|EACCES|could not be packed/);
      started.kill('SIGTERM');
      expect(await once(started, 'exit')).toEqual([0, null]);
    } finally {
      started?.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  },
);
