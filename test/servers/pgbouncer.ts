/** pgbouncer in front of a PostgreSQL server, which hands a connection on after each transaction. */
import { existsSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './freePort.ts';
import { hasPostgres, type PostgresServer } from './postgres.ts';
import { ownFolder, startProgram } from './program.ts';

const program = '/usr/sbin/pgbouncer';

/** Whether its tests can run here; `.ci/run` installs both. */
export const hasPgbouncer = hasPostgres && existsSync(program);

export interface Pooler extends AsyncDisposable {
  url: string;
}

export async function newPgbouncer(server: PostgresServer): Promise<Pooler> {
  const [folder, port] = [await ownFolder('pgbouncer-'), await freePort()];
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    ...['[databases]', `postgres = host=127.0.0.1 port=${server.port} dbname=postgres user=postgres`],
    ...['[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    // Few, so that each is soon somebody else's.
    ...['pool_mode = transaction', 'default_pool_size = 4'],
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  await chmod(file, 0o644);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const running = await startProgram(program, [file], folder, url);
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      process.kill(running.pid, 'SIGTERM');
      await running.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
