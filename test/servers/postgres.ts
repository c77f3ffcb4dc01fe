/** A PostgreSQL server on a free port of this machine, with files of its own: started, stopped and hurt. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync } from 'node:fs';
import { appendFile, chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './freePort.ts';
import { childrenOf } from './processes.ts';
import { askOnce, own, ownFolder, type Program, startProgram, user } from './program.ts';

/** Where Debian has the programs of the newest. */
const programs = globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? '';

/** Whether its tests can run here; `.ci/run` installs it. */
export const hasPostgres = existsSync(join(programs, 'postgres')) && (process.getuid?.() !== 0 || user !== undefined);

export interface PostgresServer extends AsyncDisposable {
  port: number;
  url: string;
  /** Resolves when it takes connections. */
  start(): Promise<void>;
  /** Resolves when it has ended: as by a crash of it, or after it has cut its connections. */
  stop(how: 'crash' | 'fast'): Promise<void>;
  /** Stands still, as on a disk that hangs; and goes on. */
  stall(): void;
  resume(): void;
  /** One statement as its superuser, on a connection of its own. */
  run(sql: string): Promise<Record<string, unknown>[]>;
  /** A server with the files that this one has, which follows it. This one must have been stopped. */
  standby(): Promise<PostgresServer>;
}

/** It is not safe from a power cut, and quicker for that. A copy that starts without these takes no fewer connections. */
const settings = {
  ...{ fsync: 'off', full_page_writes: 'off', autovacuum: 'off', jit: 'off' },
  ...{ shared_buffers: '16MB', max_connections: '100', unix_socket_directories: '', listen_addresses: '127.0.0.1' },
};

/** For measurements: each commit is on disk. */
const durable = { fsync: 'on', full_page_writes: 'on' };

/** `isStarted` is false for one that is to be started later. */
export async function newPostgres({ isStarted = true, isDurable = false } = {}): Promise<PostgresServer> {
  template ??= makeFiles();
  const server = await serverOn(await template, isDurable ? durable : {});
  if (isStarted) await server.start();
  return server;
}

/** Made once for a process, and copied. */
let template: Promise<string> | undefined;

async function makeFiles(): Promise<string> {
  const folder = await ownFolder('postgres-template-');
  const files = join(folder, 'files');
  const options = ['--no-sync', '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8'];
  execFileSync(join(programs, 'initdb'), [...options, '--wal-segsize=1', '-D', files], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  });
  return files;
}

async function serverOn(
  original: string,
  besides: Partial<typeof settings>,
  leader?: { port: number },
): Promise<PostgresServer> {
  const [folder, port] = [await ownFolder('postgres-'), await freePort()];
  const files = join(folder, 'files');
  cpSync(original, files, { recursive: true });
  if (leader) {
    await writeFile(join(files, 'standby.signal'), '');
    const address = `host=127.0.0.1 port=${leader.port} user=postgres`;
    await appendFile(join(files, 'postgresql.auto.conf'), `primary_conninfo = '${address}'\n`);
  }
  own(folder);
  await chmod(files, 0o700);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let running: Program | undefined;
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of running ? [running.pid, ...childrenOf(running.pid)] : []) signalIfThere(pid, signal);
  };
  const server: PostgresServer = {
    ...{ port, url },
    run: (sql) => askOnce(url, sql),
    start: async () => {
      const given = Object.entries({ ...settings, ...besides, port }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]);
      running = await startProgram(join(programs, 'postgres'), ['-D', files, ...given], folder, url);
    },
    stop: async (how) => {
      if (!running) return;
      process.kill(running.pid, how === 'crash' ? 'SIGQUIT' : 'SIGINT');
      await running.ended;
      running = undefined;
    },
    stall: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    standby: () => serverOn(files, besides, { port }),
    [Symbol.asyncDispose]: async () => {
      server.resume();
      await server.stop('crash');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** A child may end between the list and the signal. */
function signalIfThere(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'ESRCH') throw problem;
  }
}
