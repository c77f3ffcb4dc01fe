import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../servers/freePort.ts';
import { newWorkplace, run } from '../process.ts';
import { newToy } from './toy.ts';

const ask = (base: string) =>
  fetch(base, { headers: { connection: 'close' } }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    (error) => (error.cause?.code ?? error.cause?.errors?.[0]?.code) as string,
  );

describe('a server that is killed', () => {
  it('refuses nobody: who connects waits until it is back', async () => {
    await using place = await newWorkplace();
    const registry = run('scripts/start.ts', [], place);
    await registry.printed(/Stop with Ctrl-C/);
    for (const name of ['mirror', 'origin']) {
      const [, pid] = registry.output().match(new RegExp(`${name} +started as process (\\d+)`)) ?? [];
      const base = `http://127.0.0.1:${place.environment[`${name.toUpperCase()}_PORT`]}/api/v1/skills?limit=1`;
      process.kill(Number(pid), 'SIGKILL');
      const statuses = [];
      for (let nth = 0; nth < 20; nth += 1) {
        await wait(10);
        statuses.push(ask(base).then((answer) => (typeof answer === 'string' ? answer : answer.status)));
      }
      expect([name, ...new Set(await Promise.all(statuses))]).toEqual([name, 200]);
    }
    registry.child.kill('SIGTERM');
    await registry.ended;
  });

  it('answers again and again on the one socket', async () => {
    const PORT = String(await freePort());
    await using toy = await newToy('run', { PORT });
    await toy.supervisor.ready;
    for (let times = 0; times < 3; times += 1) {
      process.kill(toy.pid(), 'SIGKILL');
      expect(await ask(`http://127.0.0.1:${PORT}`)).toEqual({ status: 200, text: String(toy.pid()) });
    }
  });

  it('lets go of the port where it does not come back in five seconds, and takes it again once that is free', async () => {
    const PORT = String(await freePort());
    await using toy = await newToy('run', { PORT });
    await toy.supervisor.ready;
    toy.does('throw ENOSPC');
    process.kill(toy.pid(), 'SIGKILL');
    const began = performance.now();
    expect(await ask(`http://127.0.0.1:${PORT}`)).toBe('ECONNRESET');
    expect(performance.now() - began).toBeGreaterThan(4000);
    expect(await ask(`http://127.0.0.1:${PORT}`)).toBe('ECONNREFUSED');
    const thief = createServer().listen(Number(PORT), '127.0.0.1');
    await once(thief, 'listening');
    toy.does('run');
    const taken = `could not start (Port ${PORT} on 127.0.0.1 is taken by another program.)`;
    await expect.poll(() => toy.said.at(-1)).toContain(taken);
    thief.close();
    await expect.poll(() => ask(`http://127.0.0.1:${PORT}`)).toMatchObject({ status: 200 });
  });

  it('takes no connection while it ends', async () => {
    const PORT = String(await freePort());
    await using toy = await newToy('stay', { PORT });
    await toy.supervisor.ready;
    const hurry = new AbortController();
    const stopped = toy.supervisor.stop({ graceMs: 600_000, hurry: hurry.signal });
    await expect.poll(() => ask(`http://127.0.0.1:${PORT}`)).toBe('ECONNREFUSED');
    hurry.abort();
    await stopped;
  });

  it('refuses at once where it is one of several, so that a balancer asks another', async () => {
    await using place = await newWorkplace();
    const registry = run('scripts/start.ts', [], place);
    await registry.printed(/Stop with Ctrl-C/);
    registry.child.kill('SIGTERM');
    await registry.ended;
    const mirror = run('scripts/start.ts', [], { environment: { ...place.environment, ROLE: 'mirror' } });
    const [, pid] = await mirror.printed(/mirror +started as process (\d+).*Stop with Ctrl-C/s);
    process.kill(Number(pid), 'SIGKILL');
    expect(await ask(`http://127.0.0.1:${place.environment['MIRROR_PORT']}`)).toMatch(/ECONNRE(SET|FUSED)/);
    mirror.child.kill('SIGTERM');
    await mirror.ended;
  });
});
