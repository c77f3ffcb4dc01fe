import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testSigner } from '../../log/signer.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { follow } from '../../scene.ts';
import { times } from '../../thoroughness.ts';
import { crashing, dyingAfter } from '../dying.ts';
import { openMirroredData } from '../mirrored.ts';
import { action, actor, opening } from '../publicLife.ts';
import { expectLikeFull, faultsIn } from './likeFull.ts';

const signer = testSigner();

describe('the snapshot', () => {
  it('made step by step is the same as one made at once, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ action, step: fc.boolean() }), { minLength: 1, maxLength: 14 }),
        async (story) => {
          await using registry = await openRegistry();
          await using followed = await openMirroredData(registry, { signer });
          const act = actor(registry);
          await followed.snapshot.step();
          for (const action of opening) await act(action);
          await followed.snapshot.step();
          for (const { action, step } of story) {
            await act(action);
            if (step) await followed.snapshot.step();
          }
          await followed.snapshot.step();
          await expectLikeFull(registry, followed);
        },
      ),
      { numRuns: times(5) },
    );
  });

  it('shows on a profile what is decided about a skill that nobody sees, unless it is private', async () => {
    await using registry = await openRegistry();
    await using mirrored = await openMirroredData(registry, { signer });
    const act = actor(registry);
    for (const action of opening) await act(action);
    const target = { author: 'ada', slug: 'two' } as const;
    const become = (visibility: string) => registry.send('PATCH', '/skills/ada/two', 'ada', { visibility });
    for (const happens of [
      () => act({ do: 'moderate', target, action: 'hide' }),
      () => act({ do: 'moderate', target, action: 'warn' }),
      () => become('private'),
      () => become('public'),
    ]) {
      registry.clock.now += 60;
      await happens();
      await mirrored.snapshot.step();
      await expectLikeFull(registry, mirrored);
    }
  });

  it('ends the same after a crash at any point', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 2, maxLength: 8 }),
        fc.integer({ min: 0, max: 90 }),
        fc.integer({ min: 0, max: 20 }),
        async (story, first, second) => {
          await using registry = await openRegistry();
          await using followed = await openMirroredData(registry, { signer });
          const act = actor(registry);
          await followed.snapshot.step();
          await act({ do: 'publish', skill: { author: 'ada', slug: 'one' }, text: 'alpha', visibility: 'public' });
          await crashing(followed.reopened(dyingAfter(first)));
          for (const action of story) await act(action);
          await crashing(followed.reopened(dyingAfter(second)));
          await (await followed.reopened()).step();
          await expectLikeFull(registry, followed);
        },
      ),
      { numRuns: times(5) },
    );
  });

  it('knows what a crash left half done, also where the change is taken back before it goes on', async () => {
    await using registry = await openRegistry();
    await using mirrored = await openMirroredData(registry, { signer });
    await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
    await mirrored.snapshot.step();
    const recategorize = (category: string) => registry.send('PATCH', '/skills/ada/one', 'ada', { category });
    for (let operations = 0, isOver = false; !isOver; operations += 1) {
      await recategorize('data');
      isOver = await crashing(mirrored.reopened(dyingAfter(operations)));
      await recategorize('other');
      await (await mirrored.reopened()).step();
      expect(await faultsIn(mirrored), `after ${operations} operations`).toEqual([]);
    }
    await expectLikeFull(registry, mirrored);
  });

  it('takes in a change with work that does not grow with the catalog', async () => {
    await using registry = await openRegistry();
    await using mirrored = await openMirroredData(registry, { signer });
    const publish = (slug: string) => registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
    const filesFor = async (slug: string) => {
      await publish(slug);
      const counts = await mirrored.snapshot.step();
      return (counts?.written ?? 0) + (counts?.unchanged ?? 0);
    };
    await mirrored.snapshot.step();
    await filesFor('first');
    const few = await filesFor('second');
    for (let index = 0; index < 30; index += 1) await publish(`more-${index}`);
    await mirrored.snapshot.step();
    expect(await filesFor('last')).toBe(few);
  });

  it('takes in a follower with work that does not grow with those there are, nor with what is published', async () => {
    await using registry = await openRegistry();
    await using mirrored = await openMirroredData(registry);
    const filesFor = async (follower: string) => {
      await registry.as(follower);
      await mirrored.snapshot.step();
      await follow(registry, follower, 'ada');
      const counts = await mirrored.snapshot.step();
      return (counts?.written ?? 0) + (counts?.unchanged ?? 0);
    };
    const few = await filesFor('first');
    for (let index = 1; index <= 10; index += 1) {
      await registry.publish('ada', `more-${index}`, { 'SKILL.md': skillMd(`more-${index}`) });
      await follow(registry, `fan-${index}`, 'ada');
    }
    expect(await filesFor('last')).toBe(few);
  });

  it('rests when nothing has changed', async () => {
    await using registry = await openRegistry();
    await using mirrored = await openMirroredData(registry, { signer });
    await mirrored.snapshot.step();
    expect(await mirrored.snapshot.step()).toBeUndefined();
  });
});
