/** A Redis server on a free port of this machine, which keeps nothing: started, stopped and hurt. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { freePort } from './freePort.ts';
import { ownFolder, type Program, startProgram } from './program.ts';

const program = '/usr/bin/redis-server';

/** Whether its tests can run here; `.ci/run` installs it. */
export const hasRedis = existsSync(program);

export interface RedisServer extends AsyncDisposable {
  url: string;
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** Resolves when it has ended, as by a crash. */
  kill(): Promise<void>;
  /** Stands still, and goes on. */
  stall(): void;
  resume(): void;
  /** One command on a connection of its own. */
  run(command: string, ...args: string[]): Promise<unknown>;
}

export async function newRedis({ password }: { password?: string } = {}): Promise<RedisServer> {
  const [folder, port] = [await ownFolder('redis-'), await freePort()];
  const url = `redis://${password ? `:${password}@` : ''}127.0.0.1:${port}`;
  const run = async (command: string, ...args: string[]) => {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, disableClientInfo: true });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.call(command, ...args);
    } finally {
      client.disconnect();
    }
  };
  let running: Program | undefined;
  const signal = (name: NodeJS.Signals) => void (running && process.kill(running.pid, name));
  const server: RedisServer = {
    ...{ url, run },
    start: async () => {
      const given = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
      const args = [...given, ...(password ? ['--requirepass', password] : [])];
      running = await startProgram(program, args, folder, () => run('ping'));
    },
    kill: async () => {
      signal('SIGKILL');
      await running?.ended;
      running = undefined;
    },
    stall: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
