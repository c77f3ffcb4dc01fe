import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { answerOf, bytesOf } from '../../answers.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { openMirrored } from '../mirrored.ts';

it('a large archive is in memory once, however many slow clients it is being sent to, and gone when it is taken down', async () => {
  await using registry = await openRegistry();
  const content = randomBytes(4 * 2 ** 20);
  const files = [
    { path: 'SKILL.md', text: skillMd('large') },
    { path: 'data.bin', base64: content.toString('base64') },
  ];
  const { hash } = await answerOf(
    'publishSkillVersion',
    await registry.send('POST', '/skills/ada/large/versions', 'ada', { files }),
  );
  await using mirrored = await openMirrored(registry);
  await mirrored.snapshot.full();
  const ask = async () => mirrored.mirror.request(`/ada/large/v/${hash.slice(7)}.tar.gz`);
  const waiting = [await ask()];
  const before = process.memoryUsage().arrayBuffers;
  for (let client = 0; client < 20; client += 1) waiting.push(await ask());
  expect((process.memoryUsage().arrayBuffers - before) / content.length).toBeLessThan(4);
  const bodies = await Promise.all(waiting.map(bytesOf));
  expect(new Set(bodies.map((body) => Buffer.from(body).subarray(-100).toString('hex'))).size).toBe(1);

  await registry.send('DELETE', `/skills/ada/large/versions/${hash}`, 'ada');
  await mirrored.snapshot.step();
  expect((await ask()).status).toBe(404);
});
