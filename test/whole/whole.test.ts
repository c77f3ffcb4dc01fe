import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../origin/contract/clients/createClient.ts';
import { skillMd } from '../registry.ts';
import { newPerson } from '../scripts/process.ts';
import { describeStory } from '../story.ts';
import type { Machine } from './machine.ts';
import { openWholeStory, type WholeStory } from './story.ts';
import { hasWhole } from './whole.ts';

/** `npm run whole` kills two hundred. */
describeStory.skipIf(!hasWhole)('two origins, two builders and two mirrors behind haproxy and varnish', () => {
  let story: WholeStory;
  beforeAll(async () => {
    story = await openWholeStory();
  });
  afterAll(() => story?.[Symbol.asyncDispose]());

  it('answer through varnish what the origins answer', async () => {
    expect(await story.look()).toEqual([]);
    expect(story.whole.bucket.objects.size).toBeGreaterThan(0);
  });

  it('take away within two seconds what is taken away, in records, pages and searches that varnish keeps', async () => {
    const { bases, machines } = story.whole;
    const [first] = machines as [Machine];
    const client = createClient({ baseUrl: bases.origin, token: await newPerson(first.place, 'hopper') });
    const status = async (path: string) => (await fetch(bases.mirror + path)).status;
    const found = async () =>
      JSON.stringify(await (await fetch(`${bases.mirror}/api/v1/search?q=cobolcompiler`)).json());
    const paths = ['/api/v1/skills/hopper/cobolcompiler', '/hopper/cobolcompiler', '/hopper/cobolcompiler.md'];
    const named = { author: 'hopper', slug: 'cobolcompiler' };
    await client.publishSkillVersion({
      ...named,
      body: { files: [{ path: 'SKILL.md', text: skillMd('cobolcompiler') }] },
    });
    for (const path of paths) await expect.poll(() => status(path)).toBe(200);
    await expect.poll(found).toContain('hopper');

    await client.updateSkill({ ...named, body: { visibility: 'private' } });
    const began = performance.now();
    for (const path of paths) await expect.poll(() => status(path)).toBe(404);
    await expect.poll(found).not.toContain('hopper');
    // What a busy machine takes is a multiple of that; what is not purged stays for a minute, or a day.
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it('lose nothing when an origin, a mirror or the limiter is killed, and nobody who reads notices', async () => {
    await story.kill(['origin’s program', 'mirror machine', 'redis']);
    expect(await story.look()).toEqual([]);
    expect(story.counts().kills).toBe(3);
  });
});
