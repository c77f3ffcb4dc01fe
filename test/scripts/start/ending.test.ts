import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { skillMd } from '../../registry.ts';
import { furnishedWorkplace } from '../furnished.ts';
import { newPerson, type Workplace } from '../process.ts';

const root = join(import.meta.dirname, '../../..');

/** `npm start` in a group of its own, as a terminal or a service manager starts it. */
async function npmStart({ environment }: Workplace) {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const ended = once(npm, 'exit');
  await expect.poll(() => output).toContain('Stop with Ctrl-C');
  const pids = [...output.matchAll(/started as process (\d+)/g)].map(([, pid]) => Number(pid));
  expect(pids).toHaveLength(3);
  return {
    npm,
    ended,
    output: () => output,
    pids,
    [Symbol.asyncDispose]: async () => {
      for (const pid of [npm.pid as number, ...pids].filter(isThere)) process.kill(pid, 'SIGKILL');
    },
  };
}

const originOf = ({ environment }: Workplace): string => `http://localhost:${environment['ORIGIN_PORT']}`;

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('npm start', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves nothing behind when npm gets %s', async (signal) => {
    await using place = await furnishedWorkplace();
    await using started = await npmStart(place);
    started.npm.kill(signal);
    await expect.poll(() => started.pids.filter(isThere)).toEqual([]);
    const [code] = await started.ended;
    expect(code).toBe(signal === 'SIGTERM' ? 0 : null);
  });

  it('answers a publish that is arriving when the terminal closes, though every process hears of that', async () => {
    await using place = await furnishedWorkplace();
    await using started = await npmStart(place);
    const token = await newPerson(place, 'ada');
    const body = JSON.stringify({ files: [{ path: 'SKILL.md', text: skillMd('sums') }] });
    const publish = request(`${originOf(place)}/api/v1/skills/ada/sums/versions`, {
      method: 'POST',
      agent: new Agent({ keepAlive: true }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length },
    });
    const answered = once(publish, 'response');
    publish.write(body.slice(0, 50));
    await wait(300);
    process.kill(-(started.npm.pid as number), 'SIGHUP');
    await expect.poll(() => fetch(originOf(place)).catch(() => 'refused')).toBe('refused');
    publish.end(body.slice(50));
    const [answer] = await answered;
    expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close']);
    await expect.poll(() => started.pids.filter(isThere)).toEqual([]);
  });
});
