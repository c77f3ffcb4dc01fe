import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { skillMd } from '../registry.ts';
import { openLiar, sendJson } from './liar.ts';
import { newMachine, skillsIn } from './machine.ts';

const skills = 500;

it(`syncs ${skills} skills without waiting for each, and asks once when nothing changed`, async () => {
  await using server = await openLiar();
  server.quota = 1_000_000;
  await using machine = await newMachine({ registryUrl: server.url, token: 'svc_d_any' });
  const addresses: string[] = [];
  for (let number = 0; number < skills; number += 1) {
    const slug = `skill${number}`;
    // Three files and 9 KB that don't compress much: a bundle as they are in the middle.
    const { hash } = server.approve(`ada:${slug}`, {
      'SKILL.md': skillMd(slug, 'Does it.', randomBytes(3000).toString('base64')),
      'scripts/run.sh': randomBytes(1000).toString('base64'),
      'references/more.md': randomBytes(2800).toString('base64'),
    });
    addresses.push(`${server.url}/api/v1/skills/ada/${slug}/versions/${hash}/bundle`);
  }
  const list = join(machine.home, 'addresses');
  await writeFile(
    list,
    addresses.map((url, number) => `url="${url}"\noutput="${machine.home}/${number}.tar.gz"\n`).join(''),
  );
  const curl = () => timed(() => promisify(execFile)('curl', ['--silent', '--parallel', '--config', list]));

  await curl(); // makes the bundles
  const byCurl = await curl();
  server.asked.length = 0;
  const first = await machine.run('sync');
  expect(first).toMatchObject({ ended: 0, stderr: '' });
  expect(server.asked).toHaveLength(1 + skills);
  expect(Object.keys(await skillsIn(machine.skills))).toHaveLength(skills);

  server.asked.length = 0;
  const second = await machine.run('sync');
  expect(second.stdout).toBe(`${skills} skills, all up to date.\n`);
  expect(server.asked).toEqual(['/sync/manifest']);

  server.delay = 50;
  await using other = await newMachine({ registryUrl: server.url, token: 'svc_d_any' });
  const byCurlFromAfar = await curl();
  const firstFromAfar = await other.run('sync');
  expect(firstFromAfar).toMatchObject({ ended: 0, stderr: '' });

  const figures = {
    'curl --parallel': byCurl,
    'first sync': first.milliseconds,
    'second sync': second.milliseconds,
    'curl --parallel, 50 ms away': byCurlFromAfar,
    'first sync, 50 ms away': firstFromAfar.milliseconds,
  };
  for (const [name, milliseconds] of Object.entries(figures))
    process.stdout.write(`${name}: ${Math.round(milliseconds)} ms\n`);
  expect(second.milliseconds).toBeLessThan(500);
  // One after the other, the answers alone would take 25 s.
  expect(firstFromAfar.milliseconds).toBeLessThan((skills * server.delay) / 5);
}, 120_000);

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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
