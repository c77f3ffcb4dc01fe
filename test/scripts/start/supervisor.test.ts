import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newToy, toyFile } from './toy.ts';

describe('a supervised program', () => {
  it('that fails to start for a setting ends it all, with its reason, before it was ever ready', async () => {
    await using toy = await newToy('throw EACCES');
    await expect(toy.supervisor.ready).rejects.toThrow(/^toy can’t run: it is EACCES$/);
    expect(toy.starts()).toHaveLength(1);
  });

  it('that fails for anything else is tried again until it starts', async () => {
    await using toy = await newToy('throw ENOSPC');
    await expect.poll(() => toy.starts().length).toBeGreaterThan(2);
    toy.does('run');
    await toy.supervisor.ready;
    expect(toy.said[1]).toMatch(/^could not start \(it is ENOSPC\); trying again in 0\.\d s$/);
    expect(toy.said.at(-1)).toMatch(/^started as process \d+, after \d+ failures?$/);
  });

  it('that was ready once is tried again whatever it fails for, and each failure is one line', async () => {
    await using toy = await newToy('run');
    await toy.supervisor.ready;
    toy.does('throw EACCES');
    process.kill(toy.pid(), 'SIGKILL');
    await expect.poll(() => toy.starts().length).toBeGreaterThan(3);
    toy.does('run');
    await expect.poll(() => toy.said.at(-1)).toMatch(/^started as process/);
    const [started, ended, ...failures] = toy.said.slice(0, -1);
    expect(started).toMatch(/^started as process \d+$/);
    expect(ended).toBe('ended (SIGKILL); trying again now');
    expect(failures).toHaveLength(toy.starts().length - 2);
    for (const line of failures) expect(line).toMatch(/^could not start \(it is EACCES\); trying again in \d+\.\d s$/);
  });

  it('that crashes again and again is started after pauses that grow', async () => {
    await using toy = await newToy('crash');
    await expect.poll(() => toy.starts().length).toBe(6);
    const times = toy.starts().map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - (times[index] as number));
    expect(pauses[4]).toBeGreaterThan(4000 * 0.8);
    expect(pauses[0]).toBeLessThan(pauses[4] as number);
  });

  it('that does not end when it is asked to is forced to, and at once when there is a hurry', async () => {
    await using toy = await newToy('stay');
    await toy.supervisor.ready;
    const hurry = new AbortController();
    const stopped = toy.supervisor.stop({ graceMs: 600_000, hurry: hurry.signal });
    hurry.abort();
    await stopped;
    expect(() => process.kill(toy.pid(), 0)).toThrow();
  });

  it.each(['run', 'hang'])('ends when its supervisor is killed: %s', async (script) => {
    await using toy = await newToy(script);
    const supervising = `
      import { supervise } from ${JSON.stringify(join(import.meta.dirname, '../../../scripts/supervisor.ts'))};
      supervise([{ name: 'toy', file: ${JSON.stringify(toyFile)} }], () => undefined);
      setInterval(() => undefined, 1000);`;
    const [SCRIPT, DIARY] = [join(toy.folder, 'script'), join(toy.folder, 'other')];
    const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', supervising], {
      env: { ...process.env, SCRIPT, DIARY },
    });
    const pid = () => Number(readFileSync(DIARY, { encoding: 'utf8', flag: 'a+' }).split(' ')[0]);
    await expect.poll(pid).toBeGreaterThan(0);
    const killed = once(parent, 'exit');
    parent.kill('SIGKILL');
    await killed;
    await expect.poll(() => isThere(pid())).toBe(false);
  });
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
