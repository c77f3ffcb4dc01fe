/** nginx with one worker, in a folder of its own, on a free port, ended by its own id. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './freePort.ts';

const program = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'].find((path) => existsSync(path));

export const hasNginx = program !== undefined;

export interface Nginx {
  port: number;
  stop(): Promise<void>;
}

/** `server` is what stands in the `http` block; it is told the address to listen on. `modules` are paths of theirs. */
export async function startNginx(server: (listen: string) => string, modules: string[] = []): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const lines = [
    ...modules.map((path) => `load_module ${path};`),
    ...['worker_processes 1;', 'daemon off;', ...(process.getuid?.() === 0 ? ['user root;'] : [])],
    ...[`pid ${folder}/pid;`, `error_log ${folder}/error.log;`, 'events { worker_connections 1024; }', 'http {'],
    ...['access_log off;', 'sendfile on;', 'keepalive_requests 100000000;', ...temporary],
    ...[server(`127.0.0.1:${port}`), '}'],
  ];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, `${lines.join('\n')}\n`);
  const child = spawn(program ?? 'nginx', ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: 'inherit',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error('nginx ended.');
    await wait(20);
  }
  return {
    port,
    stop: async () => {
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
