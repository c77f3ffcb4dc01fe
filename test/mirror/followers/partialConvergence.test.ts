import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentsOf } from '../mirrored.ts';
import { action, actor, opening } from '../publicLife.ts';
import { rowsIn } from './following.ts';
import { openLed } from './led.ts';
import { follow } from './parts.ts';

const choices = ['author:ada', 'kit:registry/kit-0,ada/kit-1', 'verdict:clean author:ada,crew,lovelace'];

/** Who uses a skill comes with the skill, and is left out while they are nobody here. */
const comingLater = ['library'];

it('a part that followed whatever happened is what a first copy of it is now', async () => {
  const life = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...choices), life, async (only, rounds) => {
      await using led = await openLed();
      const act = actor(led.registry);
      for (const one of opening) await act(one);
      await led.leader.snapshot.step();
      await using following = await follow(led, only);
      await following.follower.step();
      for (const actions of rounds) {
        for (const one of actions) await act(one);
        await led.leader.snapshot.step();
        await following.follower.step();
      }
      await using fresh = await follow(led, only);
      await fresh.follower.step();
      expect(await contentsOf(following)).toEqual(await contentsOf(fresh));
      const [rows, expected] = [await rowsIn(following.catalog), await rowsIn(fresh.catalog)];
      for (const table of comingLater) delete rows[table];
      for (const table of comingLater) delete expected[table];
      expect(rows).toEqual(expected);
      expect([...following.alarms, ...fresh.alarms]).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
