import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testSigner } from '../log/signer.ts';
import { action, actor, opening } from '../mirror/publicLife.ts';
import { openRegistry } from '../registry.ts';
import { times } from '../thoroughness.ts';
import { differing, openKept, openRescued, rescue } from './rescued.ts';

const signer = testSigner();

describe('restore --from-mirror', () => {
  it('makes a registry whose mirror is the same to the byte, whatever was done before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), async (story) => {
        await using registry = await openRegistry();
        await using mirrored = await openKept(registry, signer);
        const act = actor(registry);
        for (const action of [...opening, ...story]) await act(action);
        await mirrored.snapshot.step();
        await using rescued = await rescue(mirrored);
        expect(rescued.code, rescued.output).toBe(0);
        await using restored = await openRescued(rescued, registry.clock.now);
        await using again = await openKept(restored, signer);
        await again.snapshot.full();
        expect(await differing(mirrored, again)).toEqual([]);
      }),
      { numRuns: times(5) },
    );
  });
});
