import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { skillMd } from '../../registry.ts';
import { openLiar, sendJson } from '../liar.ts';
import { newMachine, skillsIn } from '../machine.ts';

const manifest = '/sync/manifest';

describe('sync --watch', () => {
  it('brings what is approved meanwhile, until it is stopped', async () => {
    await using server = await openLiar();
    await using machine = await newMachine({ registryUrl: server.url, token: 'svc_d_any' });
    const stop = new AbortController();
    const watching = machine.runWith({ signal: stop.signal }, 'sync', '--watch', '--interval', '1');
    try {
      await expect.poll(() => readdir(machine.home)).toContain('.local');
      const { hash } = server.approve('ada:hello', { 'SKILL.md': skillMd('hello') });
      await expect.poll(() => skillsIn(machine.skills)).toEqual({ hello: hash });
    } finally {
      stop.abort();
    }
    const { ended, stderr } = await watching;
    expect(ended).toBe('SIGINT');
    expect(stderr).toContain('+ ada/hello v1');
  });

  it('outlasts a registry that is out of order, says so once, and asks it less and less often', async () => {
    await using server = await openLiar();
    await using machine = await newMachine({ registryUrl: server.url, token: 'svc_d_any' });
    const asked: number[] = [];
    server.lies.set(manifest, (_, response) => {
      asked.push(performance.now());
      sendJson(response, { code: 'unavailable', message: 'Out of order.' }, 503);
    });
    const stop = new AbortController();
    const watching = machine.runWith({ signal: stop.signal }, 'sync', '--watch', '--interval', '1');
    try {
      await expect.poll(() => asked.length).toBeGreaterThanOrEqual(9);
      server.lies.delete(manifest);
      const { hash } = server.approve('ada:hello', { 'SKILL.md': skillMd('hello') });
      await expect.poll(() => skillsIn(machine.skills)).toEqual({ hello: hash });
    } finally {
      stop.abort();
    }
    const { stderr } = await watching;
    expect(stderr.match(/Out of order/g)).toHaveLength(1);
    // Each sync asks three times; the first of each is what was waited for.
    const [first = 0, second = 0, third = 0] = asked.filter((_, index) => index % 3 === 0);
    expect(second - first).toBeGreaterThan(2000);
    expect(third - second).toBeGreaterThan(4000);
  });
});
