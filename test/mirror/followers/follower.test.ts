import { describe, expect, it } from 'vitest';
import { testSigner } from '../../log/signer.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { contentsOf, openMirrored } from '../mirrored.ts';
import { askingOf, openFollowing, rowsIn } from './following.ts';

async function openLed() {
  const registry = await openRegistry();
  const leader = await openMirrored(registry, { signer: testSigner() });
  return {
    ...{ registry, leader },
    [Symbol.asyncDispose]: async () => {
      await leader[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

describe('a follower', () => {
  it('has every file and row of its leader, and goes on with what changes', async () => {
    await using led = await openLed();
    const { registry, leader } = led;
    for (const slug of ['one', 'two', 'three']) await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    await leader.snapshot.step();
    await using following = await openFollowing({ ask: askingOf(leader.mirror) });
    const same = async () => {
      expect(await contentsOf(following)).toEqual(await contentsOf(leader));
      expect(await rowsIn(following.catalog)).toEqual(await rowsIn(leader.catalog));
    };
    await following.follower.step();
    await same();
    expect(await following.follower.step()).toBeUndefined();
    await registry.publish('ada', 'two', { 'SKILL.md': skillMd('two'), 'more.md': 'More.' });
    await registry.send('PATCH', '/api/v1/skills/ada/one', 'ada', { visibility: 'private' });
    await leader.snapshot.step();
    await following.follower.step();
    await same();
    expect(following.alarms).toEqual([]);
  });
});
