import { expect, it } from 'vitest';
import { skillMd } from '../registry.ts';
import { openLiar, sendJson } from './liar.ts';
import { newMachine, skillsIn } from './machine.ts';

it('syncs 500 skills without waiting for each, and asks once when nothing changed', async () => {
  await using server = await openLiar();
  server.quota = 1_000_000;
  server.delay = 5;
  await using machine = await newMachine({ registryUrl: server.url, token: 'svc_d_any' });
  for (let number = 0; number < 500; number += 1)
    server.approve(`ada:skill${number}`, { 'SKILL.md': skillMd(`skill${number}`) });
  expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
  expect(server.asked).toHaveLength(1 + 500);
  expect(server.mostAtOnce).toBeGreaterThan(8);
  expect(Object.keys(await skillsIn(machine.skills))).toHaveLength(500);

  server.asked.length = 0;
  expect((await machine.run('sync')).stdout).toBe('500 skills, all up to date.\n');
  expect(server.asked).toEqual(['/sync/manifest']);
});

it('takes files one by one where the registry gives few bundles a minute', async () => {
  await using server = await openLiar();
  server.quota = 5;
  await using machine = await newMachine({ registryUrl: server.url, token: 'svc_d_any' });
  for (let number = 0; number < 60; number += 1) {
    server.approve(`ada:skill${number}`, { 'SKILL.md': skillMd(`skill${number}`), 'more.md': `${number}` });
  }
  expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
  expect(Object.keys(await skillsIn(machine.skills))).toHaveLength(60);
  const bundles = server.asked.filter((path) => path.endsWith('/bundle')).length;
  // Those that were under way when the first answer told the quota.
  expect(bundles).toBeLessThanOrEqual(5 + 32);
});

it('waits as long as the registry asks, and goes on', async () => {
  await using server = await openLiar();
  await using machine = await newMachine({ registryUrl: server.url, token: 'svc_d_any' });
  const { hash } = server.approve('ada:hello', { 'SKILL.md': skillMd('hello') });
  const path = `/skills/ada/hello/versions/${hash}/bundle`;
  server.lies.set(path, (_, response) => {
    server.lies.delete(path);
    response.setHeader('retry-after', '1');
    sendJson(response, { code: 'rate_limited', message: 'Too many requests.' }, 429);
  });
  expect((await machine.run('sync')).ended).toBe(0);
  expect(await skillsIn(machine.skills)).toEqual({ hello: hash });
});
