import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ask } from '../../../mirror/followers/leader.ts';
import { formatPack, type Pack, parsePack } from '../../../mirror/followers/pack/pack.ts';
import { contentsOf } from '../mirrored.ts';
import { endingAfter } from './ending.ts';
import { askingOf, openFollowing, rowsIn } from './following.ts';
import { type Led, openLed } from './led.ts';
import { choosing, expectHeld, licensed, publish, sent, skillsIn } from './parts.ts';

/** A leader that says of every version that it is under MIT. */
const lyingAbout = (ask: Ask): Ask => {
  return async (...asked) => {
    const pack = parsePack(await ask(...asked));
    for (const item of pack.items)
      if ('tables' in item) for (const version of item.tables['versions'] ?? []) version['license'] = 'MIT';
    return formatPack(pack.head, pack.items, pack.end);
  };
};

/** One that takes no notice of what is chosen, and says that it does. */
const sendingAll =
  (led: Led, only: string): Ask =>
  async (after) => {
    const pack: Pack = parsePack(await askingOf(led.leader.mirror)(after));
    return formatPack({ ...pack.head, only }, pack.items, pack.end);
  };

describe('a leader that lies to a mirror of a part', () => {
  it('is refused where a row names another licence than the version itself, in a first copy and later', async () => {
    await using led = await openLed();
    await publish(led, 'ada/one', licensed('one', 'GPL-3.0'));
    await led.leader.snapshot.step();
    const all = askingOf(led.leader.mirror);
    const only = 'licence:mit';
    // What it sends is all there is, so the choice is left to the follower.
    const lying: Ask = async (...asked) => {
      const pack = parsePack(await lyingAbout(all)(...asked));
      return formatPack({ ...pack.head, only }, pack.items, pack.end);
    };
    await using first = await openFollowing({ ask: lying, only });
    await expect(first.follower.step()).rejects.toThrow('is said to be under "MIT", and says itself');
    expect((await readdir(join(first.folder, 'public'), { recursive: true })).join()).not.toContain('one');

    await publish(led, 'ada/two', licensed('two', 'MIT'));
    await led.leader.snapshot.step();
    const honest = askingOf(led.leader.mirror, only);
    let isHonest = true;
    await using later = await openFollowing({ ask: (...asked) => (isHonest ? honest : lying)(...asked), only });
    await later.follower.step();
    await expectHeld(later, led, ['ada/two']);
    isHonest = false;
    await publish(led, 'ada/two', licensed('two', 'GPL-3.0', 'Another.'));
    await led.leader.snapshot.step();
    const [files, rows] = [await contentsOf(later), await rowsIn(later.catalog)];
    await expect(later.follower.step()).rejects.toThrow('is said to be under "MIT"');
    expect([await contentsOf(later), await rowsIn(later.catalog)]).toEqual([files, rows]);
  });

  it('leaves nothing here of what was not chosen', async () => {
    await using led = await openLed();
    for (const name of ['ada/one', 'bob/two']) await publish(led, name);
    await led.leader.snapshot.step();
    await using following = await openFollowing({ ask: sendingAll(led, 'author:ada'), only: 'author:ada' });
    await following.follower.step();
    await expectHeld(following, led, ['ada/one']);
    await publish(led, 'bob/two', licensed('two', 'MIT'));
    await publish(led, 'ada/three');
    await led.leader.snapshot.step();
    await following.follower.step();
    await expectHeld(following, led, ['ada/one', 'ada/three']);
    expect((await readdir(following.folder, { recursive: true })).filter((path) => path.includes('/bob'))).toEqual([]);
  });
});

describe('a mirror of a part that ends on the way', () => {
  it('comes to what is chosen last, wherever that was', async () => {
    await using led = await openLed();
    for (const name of ['ada/one', 'bob/two', 'eve/three']) await publish(led, name);
    await led.leader.snapshot.step();
    const choices = [
      ['author:ada', ['ada/one']],
      ['author:bob', ['bob/two']],
      ['author:ada,eve', ['ada/one', 'eve/three']],
      [undefined, ['ada/one', 'bob/two', 'eve/three']],
    ] as const;
    const ending = endingAfter();
    await using following = await openFollowing({ ...choosing(led, 'author:ada'), through: ending.through });
    await following.follower.step();
    let points = 0;
    for (let nth = 1; nth < 40; nth += 1) {
      const [next] = choices[nth % 4] ?? choices[0];
      ending.endAfter(nth % 13);
      const ended = following.reopened(choosing(led, next)).then((follower) => follower.step());
      await ended.catch((error: Error) => expect(error.message).toBe('ended'));
      ending.endAfter(Number.POSITIVE_INFINITY);
      // One that goes on, and one that has another choice by now.
      const [last, names] = choices[(nth % 2 ? nth : nth + 3) % 4] ?? choices[0];
      await (await following.reopened(choosing(led, last))).step();
      expect(await skillsIn(following), `${next} ended after ${nth % 13}, then ${last}`).toEqual(names);
      await expectHeld(following, led, names);
      points += 1;
    }
    expect(points).toBe(39);
  });
});

describe('one skill of many', () => {
  it('is copied without the others, and what changes of those costs little', async () => {
    await using led = await openLed();
    for (let nth = 0; nth < 300; nth += 1) await publish(led, `${nth === 150 ? 'ada' : 'bob'}/skill-${nth}`);
    await led.leader.snapshot.step();
    let [bytes, asked] = [0, 0];
    const counting =
      (ask: Ask): Ask =>
      async (...given) => {
        const pack = await ask(...given);
        [bytes, asked] = [bytes + pack.byteLength, asked + 1];
        return pack;
      };
    const { ask, only } = choosing(led, 'author:ada');
    await using all = await openFollowing({ ask: counting(askingOf(led.leader.mirror)) });
    await all.follower.step();
    const [whole, questions] = [bytes, asked];
    [bytes, asked] = [0, 0];
    await using one = await openFollowing({ ask: counting(ask), only });
    await one.follower.step();
    await expectHeld(one, led, ['ada/skill-150']);
    expect(asked).toBeLessThan(questions);
    // Guides, styles, the program and the log are all there.
    const shared = [...(await contentsOf(one)).values()].join('').length;
    expect(bytes).toBeLessThan(Math.min(whole, shared * 2));
    [bytes, asked] = [0, 0];
    await publish(led, 'bob/skill-1', licensed('skill-1', 'MIT'));
    await sent(led.registry, 'PATCH', '/skills/bob/skill-2', 'bob', { visibility: 'private' });
    await led.leader.snapshot.step();
    await one.follower.step();
    await expectHeld(one, led, ['ada/skill-150']);
    expect(asked).toBe(1);
    expect(bytes).toBeLessThan(100_000);
  });
});
