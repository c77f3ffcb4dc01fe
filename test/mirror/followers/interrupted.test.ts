import { describe, expect, it } from 'vitest';
import { skillMd } from '../../registry.ts';
import { contentsOf } from '../mirrored.ts';
import { endingAfter } from './ending.ts';
import { askingOf, missingIn, openFollowing, rowsIn } from './following.ts';
import { openLed } from './led.ts';

describe('a follower that ends on the way', () => {
  it('goes on from wherever that was, and what it shows is of before or after', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    for (const slug of ['one', 'two']) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    await leader.snapshot.step();
    const ending = endingAfter();
    await using following = await openFollowing({ ask: askingOf(leader.mirror), through: ending.through });
    await following.follower.step();

    /** What the record of a skill says, and what a query finds of it. */
    const shown = async () => {
      const [record, list] = await Promise.all([
        following.mirror.request('/api/v1/skills/ada/two'),
        following.mirror.request('/api/v1/skills?q=two'),
      ]);
      const { latest } = (await record.json()) as { latest?: { hash: string } };
      return [latest?.hash, JSON.stringify(await list.json()).includes('Description')];
    };
    let points = 0;
    for (let nth = 0, isThrough = false; !isThrough; nth += 1) {
      await registry.publish('ada', 'two', { 'SKILL.md': skillMd('two', `Description ${nth}.`) });
      if (nth % 3 === 0)
        await registry.send('PATCH', '/skills/ada/one', 'ada', { visibility: nth % 2 ? 'public' : 'private' });
      await leader.snapshot.step();
      ending.endAfter(nth * 2);
      isThrough = await following.follower.step().then(
        () => true,
        () => false,
      );
      await shown();
      ending.endAfter(Number.POSITIVE_INFINITY);
      const again = await following.reopened();
      await again.step();
      expect(await contentsOf(following), `after ${nth * 2} changes`).toEqual(await contentsOf(leader));
      expect(await rowsIn(following.catalog)).toEqual(await rowsIn(leader.catalog));
      points += 1;
    }
    expect(points).toBeGreaterThan(20);
  });

  it('takes a record away before the archives that it names', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    for (const description of ['First.', 'Second.', 'Third.'])
      await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one', description) });
    await leader.snapshot.step();
    const missing: string[] = [];
    let removed = 0;
    await using following = await openFollowing({
      ask: askingOf(leader.mirror),
      through: (sink) => ({
        ...sink,
        remove: async (path) => {
          const wasThere = await sink.remove(path);
          if (path.endsWith('.tar.gz')) {
            missing.push(...missingIn(await contentsOf({ sink })));
            removed += 1;
          }
          return wasThere;
        },
      }),
    });
    await following.follower.step();
    await registry.send('PATCH', '/skills/ada/one', 'ada', { visibility: 'private' });
    await leader.snapshot.step();
    await following.follower.step();
    expect(removed).toBe(3);
    expect(missing).toEqual([]);
  });

  it('begins a first copy again where that was cut short', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    for (const slug of ['one', 'two']) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    await leader.snapshot.step();
    for (const changes of [0, 1, 7, 40, 160, 300]) {
      const ending = endingAfter();
      await using following = await openFollowing({ ask: askingOf(leader.mirror), through: ending.through });
      ending.endAfter(changes);
      await expect(following.follower.step()).rejects.toThrow('ended');
      expect(await following.follower.isFilled()).toBe(false);
      ending.endAfter(Number.POSITIVE_INFINITY);
      const again = await following.reopened();
      await again.step();
      expect(await contentsOf(following), `after ${changes} changes`).toEqual(await contentsOf(leader));
    }
  });
});
