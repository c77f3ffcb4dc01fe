/** haproxy, by scripts/deploy/grow/haproxy.cfg, in front of two origins and two mirrors of this machine. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './freePort.ts';

const program = '/usr/sbin/haproxy';
const configuration = join(import.meta.dirname, '../../scripts/deploy/grow/haproxy.cfg');

/** Whether its tests can run here; `.ci/run` installs it. */
export const hasHaproxy = existsSync(program);

type Pair = readonly [number, number];

export interface Balancer extends AsyncDisposable {
  /** Ports of both addresses. */
  origin: number;
  mirror: number;
}

/** By the ports of the servers, which may start later. Resolves when it takes connections; rejects where it can't start. */
export async function newHaproxy(
  { origins, mirrors }: { origins: Pair; mirrors: Pair },
  own?: Record<'origin' | 'mirror', number>,
): Promise<Balancer> {
  const { origin, mirror } = own ?? { origin: await freePort(), mirror: await freePort() };
  const at = (port: number) => `127.0.0.1:${port}`;
  const child = spawn(program, ['-db', '-f', configuration], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...{ ORIGIN_BIND: at(origin), MIRROR_BIND: at(mirror) },
      ...{ ORIGIN_1: at(origins[0]), ORIGIN_2: at(origins[1]), MIRROR_1: at(mirrors[0]), MIRROR_2: at(mirrors[1]) },
    },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-10_000);
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  while (!(await takesConnections(origin))) {
    if (child.exitCode !== null) throw new Error(`haproxy ended: ${said}`);
    await wait(20);
  }
  return {
    ...{ origin, mirror },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
