/** One of the two registries: a checkout with a data directory and ports of its own, reached as anyone reaches it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { apiPrefix } from '../../../origin/contract/operations/row.ts';
import { operationOf } from '../../../origin/contract/operations.ts';
import { publisher } from '../publishing.ts';
import { freePort } from '../servers/freePort.ts';
import { outsideNpm } from './checkout.ts';
import { computingBelow, computingOfEnded } from './computing.ts';
import { holder, type Seeds } from './seeds.ts';

/** One thing was done `count` times. */
export interface Slice {
  milliseconds: number;
  count: number;
  /** Milliseconds that the registry computed, in all of its processes; undefined where that can’t be told. */
  computing?: number | undefined;
}

export interface Side {
  name: 'before' | 'now';
  originPort: number;
  mirrorPort: number;
  seeds: Seeds;
  /** Bearer tokens: of who publishes, and of a machine that syncs. */
  tokens: { publisher: string; device: string };
  /** Until both addresses answer. */
  start(): Promise<Slice>;
  stop(): Promise<void>;
  /** Milliseconds that its processes have computed since it was started; undefined where that can’t be told. */
  computing(): number | undefined;
  /** A whole snapshot of the seeds, into an empty folder. */
  buildSnapshot(): Promise<Slice>;
}

/** The registry of the checkout at `root`, with data below `folder`: the seeds published, none of them running. */
export async function openSide(name: Side['name'], root: string, folder: string, seeds: Seeds): Promise<Side> {
  const pinned = join(root, 'node_modules/.bin/node');
  const node = existsSync(pinned) ? pinned : process.execPath;
  const [originPort, mirrorPort] = [await freePort(), await freePort()];
  const environment = (dataDir: string) => ({
    ...outsideNpm(),
    ...{ DATA_DIR: dataDir, ORIGIN_PORT: String(originPort), MIRROR_PORT: String(mirrorPort) },
    ...{ NODE_ENV: 'production', DAILY_QUOTAS: 'none', TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'warn' },
    // As npm starts it: then it ends with this process, however this one ends.
    npm_lifecycle_event: 'start',
  });
  const [live, seeded, built] = [join(folder, 'live'), join(folder, 'seeded'), join(folder, 'built')];
  const operator = async (dataDir: string, ...args: string[]) => {
    const options = { cwd: root, env: environment(dataDir), maxBuffer: 2 ** 26 };
    return (await promisify(execFile)(node, ['scripts/operator.ts', ...args], options)).stdout.trim();
  };
  let running: ChildProcess | undefined;
  const side: Side = {
    ...{ name, originPort, mirrorPort, seeds, tokens: { publisher: '', device: '' } },
    start: async () => {
      const started = performance.now();
      running = spawn(node, ['scripts/start.ts'], {
        cwd: root,
        env: environment(live),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [running.stdout, running.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          said = (said + text).slice(-2000);
        });
      for (const port of [originPort, mirrorPort])
        while (!(await answers(port))) {
          if (running.exitCode !== null) throw new Error(`The registry of ${name} ended before it was ready:\n${said}`);
          await wait(5);
        }
      return { milliseconds: performance.now() - started, count: 1, computing: side.computing() };
    },
    computing: () => running?.pid && computingBelow(running.pid),
    stop: async () => {
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise((resolve) => running?.once('exit', resolve));
      running.kill('SIGTERM');
      await ended;
    },
    buildSnapshot: async () => {
      await rm(built, { recursive: true, force: true });
      await cp(seeded, built, { recursive: true });
      const [started, before] = [performance.now(), computingOfEnded()];
      await operator(built, 'snapshot', '--full');
      const milliseconds = performance.now() - started;
      const after = computingOfEnded();
      return { milliseconds, count: 1, computing: after && after - (before ?? 0) };
    },
  };
  await operator(live, 'import', seeds.folder);
  await operator(live, 'user', 'create', holder);
  await cp(live, seeded, { recursive: true });
  side.tokens = {
    publisher: await operator(live, 'token', 'mint', publisher),
    device: await operator(live, 'token', 'mint', holder, '--class', 'device'),
  };
  try {
    await side.start();
    await approveAll(side, await operator(live, 'token', 'mint', holder));
  } finally {
    await side.stop();
  }
  return side;
}

const stats = apiPrefix + operationOf('getRegistryStats').path;

async function answers(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${stats}`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/** What the manifest of the machine that syncs consists of. */
async function approveAll({ originPort, seeds }: Side, token: string): Promise<void> {
  for (const [index, slug] of seeds.slugs.entries()) {
    const answer = await fetch(`http://127.0.0.1:${originPort}${apiPrefix}/library/${publisher}/${slug}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': `10.8.0.${index % 250}` },
    });
    if (!answer.ok) throw new Error(`An approval answered ${answer.status}: ${await answer.text()}`);
  }
}
