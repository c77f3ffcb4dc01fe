/** varnish with a configuration of ours, in a folder of its own, on a free port, ended by its own id. */
import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { varnishConfig } from '../../mirror/serve/varnish.ts';
import { site } from '../registry.ts';
import { freePort } from './freePort.ts';

const program = '/usr/sbin/varnishd';
export const hasVarnish = existsSync(program) && globSync('/usr/lib/*/varnish/vmods/libvmod_xkey.so').length > 0;

export interface Varnish extends AsyncDisposable {
  port: number;
  url: string;
}

export const token = 'a-token-of-the-tests-alone';

export async function startVarnish(
  mirrors: readonly number[],
  {
    purgers = ['127.0.0.1'],
    edited = (text) => text,
    port: wanted,
  }: { purgers?: string[]; edited?(text: string): string; port?: number } = {},
): Promise<Varnish> {
  const folder = await mkdtemp(join(tmpdir(), 'varnish-'));
  const [port, tokenFile] = [wanted ?? (await freePort()), join(folder, 'token')];
  await writeFile(tokenFile, `${token}\n`);
  const backends = mirrors.map((mirror) => ({ host: '127.0.0.1', port: mirror }));
  await writeFile(join(folder, 'default.vcl'), edited(varnishConfig({ mirrors: backends, purgers, tokenFile, site })));
  const args = ['-F', '-j', 'none', '-n', join(folder, 'work'), '-a', `127.0.0.1:${port}`];
  const child = spawn(
    program,
    [...args, '-f', join(folder, 'default.vcl'), '-s', 'malloc,64m', '-p', 'http_gzip_support=off'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  // Until its first look at the mirrors is done too.
  while (
    !(await fetch(`${url}/livez`).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`varnish ended: ${said}`);
    if (performance.now() - begun > 20_000) {
      child.kill('SIGTERM');
      throw new Error(`varnish has no mirror: ${said}`);
    }
    await wait(50);
  }
  return {
    port,
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
