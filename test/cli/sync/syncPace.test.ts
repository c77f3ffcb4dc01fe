import { expect, it } from 'vitest';
import type { Meter, Metering } from '../../../origin/http/meter.ts';
import { published } from '../../answers.ts';
import { roomy, skillMd } from '../../registry.ts';
import { install } from '../../scene.ts';
import { archivePath, openLiar, sendJson } from '../liar.ts';
import { newMachine, skillsIn } from '../machine.ts';
import { serveRegistry } from '../registryOnLoopback.ts';

it('syncs 500 skills without waiting for each, and asks once when nothing changed', async () => {
  await using server = await openLiar();
  server.delay = 5;
  await using machine = await newMachine({ registryUrl: server.url, token: 'svc_d_any' });
  for (let number = 0; number < 500; number += 1)
    server.approve(`ada:skill${number}`, { 'SKILL.md': skillMd(`skill${number}`) });
  expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
  // What is approved, what is advised against (the mirror has no such list, so the origin is asked), whether there is a log, and each skill.
  expect(server.asked).toHaveLength(4 + 500);
  expect(server.mostAtOnce).toBeGreaterThan(8);
  expect(Object.keys(await skillsIn(machine.skills))).toHaveLength(500);

  server.asked.length = 0;
  expect((await machine.run('sync')).stdout).toBe(
    '500 skills, all up to date; 500 files checked by size and times, none edited.\n',
  );
  expect(server.asked).toEqual(['/sync/manifest']);
});

it('takes what is approved without one heavy read: 150 skills, public ones and private', async () => {
  const counted: string[] = [];
  const counting = (): Metering => {
    const { meter, trustedProxyHops } = roomy();
    const consume: Meter['consume'] = (bucket, client) => {
      counted.push(bucket);
      return meter.consume(bucket, client);
    };
    return { meter: { consume }, trustedProxyHops };
  };
  await using served = await serveRegistry(counting);
  const { registry, originUrl } = served;
  for (let number = 0; number < 150; number += 1) {
    const visibility = number % 10 ? 'public' : 'private';
    const files = { 'SKILL.md': skillMd(`skill${number}`), 'scripts/run.sh': `echo ${number}\n` };
    await published(registry, `ada:skill${number}`, files, { visibility });
    if (visibility === 'public') await install(registry, 'bob', `ada:skill${number}`);
  }
  await served.publishSnapshot();
  counted.length = 0;
  for (const [person, skills] of [
    ['ada', 150],
    ['bob', 135],
  ] as const) {
    await using machine = await newMachine({
      registryUrl: originUrl,
      token: await registry.tokenFor(person, 'device'),
    });
    expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
    expect(Object.keys(await skillsIn(machine.skills))).toHaveLength(skills);
  }
  expect(counted.length).toBeGreaterThan(150 + 135);
  expect(new Set(counted)).toEqual(new Set(['ambient']));
});

it('takes the API’s bundle of a registry that knows no other archives', async () => {
  await using server = await openLiar();
  server.isOlder = true;
  await using machine = await newMachine({ registryUrl: server.url, token: 'svc_d_any' });
  const version = server.approve('ada:hello', { 'SKILL.md': skillMd('hello'), 'more.md': 'more' });
  expect(await machine.run('sync')).toMatchObject({ ended: 0, stderr: '' });
  expect(await skillsIn(machine.skills)).toEqual({ hello: version.hash });
  expect(server.asked.slice(4)).toEqual([
    archivePath('ada', 'hello', version),
    `/skills/ada/hello/versions/${version.hash}/bundle`,
  ]);
});

it('waits as long as the registry asks, and goes on', async () => {
  await using server = await openLiar();
  await using machine = await newMachine({ registryUrl: server.url, token: 'svc_d_any' });
  const { hash } = server.approve('ada:hello', { 'SKILL.md': skillMd('hello') });
  const path = archivePath('ada', 'hello', { hash });
  server.lies.set(path, (_, response) => {
    server.lies.delete(path);
    response.setHeader('retry-after', '1');
    sendJson(response, { code: 'rate_limited', message: 'Too many requests.' }, 429);
  });
  expect((await machine.run('sync')).ended).toBe(0);
  expect(await skillsIn(machine.skills)).toEqual({ hello: hash });
});
