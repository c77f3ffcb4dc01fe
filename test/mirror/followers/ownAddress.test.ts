import { describe, expect, it } from 'vitest';
import { site, skillMd } from '../../registry.ts';
import { contentsOf, openMirrored, urlsOf } from '../mirrored.ts';
import { actor, opening } from '../publicLife.ts';
import { askingOf, openFollowing } from './following.ts';
import { openLed } from './led.ts';

const ownUrl = 'https://copy.example';

describe('a copy under an address of its own', () => {
  it('answers as its registry would under that address, and archives and the log as they are', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    const act = actor(registry);
    for (const action of opening) await act(action);
    await registry.publish('ada', 'linked', { 'SKILL.md': skillMd('linked', `See ${site.mirrorUrl}/ada/linked.`) });
    await leader.snapshot.step();
    const now = () => registry.clock.now;
    await using copy = await openFollowing({ ask: askingOf(leader.mirror), ownUrl, now });
    await copy.follower.step();
    await using moved = await openMirrored(registry, { site: { ...site, mirrorUrl: ownUrl } });
    await moved.snapshot.full();

    let others = 0;
    for (const file of await moved.files())
      for (const url of urlsOf(file)) {
        const [here, wanted, led] = await Promise.all(
          [copy, moved, leader].map(async ({ mirror }) => {
            const answer = await mirror.request(url);
            return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() };
          }),
        );
        expect([url, here]).toEqual([url, wanted]);
        if (here?.text !== led?.text) others += 1;
      }
    expect(others).toBeGreaterThan(20);
    for (const file of (await leader.files()).filter((path) => path.startsWith('log/'))) {
      const [url = ''] = urlsOf(file);
      const answers = [copy, leader].map(async ({ mirror }) => (await mirror.request(url)).text());
      const [here, there] = await Promise.all(answers);
      expect([url, here]).toEqual([url, there]);
    }
    const search = await (await copy.mirror.request('/api/v1/search?q=linked')).text();
    expect(search).toContain(site.mirrorUrl);
  });

  it('changes no word of anybody’s: a skill that names its registry’s address still does', async () => {
    await using led = await openLed();
    const text = `See ${site.mirrorUrl}/ada/linked.`;
    await led.registry.publish('ada', 'linked', { 'SKILL.md': skillMd('linked', text) });
    await led.leader.snapshot.step();
    await using copy = await openFollowing({ ask: askingOf(led.leader.mirror), ownUrl });
    await copy.follower.step();
    const record = await (await copy.mirror.request('/api/v1/skills/ada/linked')).json();
    expect(record.description).toBe(text);
    expect(await (await copy.mirror.request('/ada/linked')).text()).toContain(`rel="canonical" href="${ownUrl}`);
  });

  it('is copied itself as its registry’s files, which name that registry', async () => {
    await using led = await openLed();
    await led.registry.publish('ada', 'sums', { 'SKILL.md': skillMd('sums') });
    await led.leader.snapshot.step();
    await using copy = await openFollowing({ ask: askingOf(led.leader.mirror), ownUrl });
    await copy.follower.step();
    await using second = await openFollowing({ ask: askingOf(copy.mirror) });
    await second.follower.step();
    expect(await contentsOf(second)).toEqual(await contentsOf(led.leader));
  });
});
