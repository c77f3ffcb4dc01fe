import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../origin/contract/errors.ts';
import { checkLog } from '../../../origin/store/log/check.ts';
import { checkStore } from '../../../origin/store/skills/check.ts';
import { testSigner } from '../../log/signer.ts';
import { expectLikeFull } from '../../mirror/build/likeFull.ts';
import { type Mirrored, openMirroredData } from '../../mirror/mirrored.ts';
import { action, actor, opening } from '../../mirror/publicLife.ts';
import { openRegistry } from '../../registry.ts';
import { times } from '../../thoroughness.ts';
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
        for (const path of await proofsOf(mirrored)) {
          const [before, after] = [await mirrored.mirror.request(path), await again.mirror.request(path)];
          expect([path, after.status]).toEqual([path, before.status]);
          // A version that was held is withdrawn, so why there is none may be another reason.
          if (before.ok) expect([path, await after.text()]).toEqual([path, await before.text()]);
          if (path.includes('/tile/')) expect([path, after.status]).toEqual([path, 200]);
        }
      }),
      { numRuns: times(3) },
    );
  });

  it('makes a registry that goes on: whatever is done next, its mirror follows, and nothing of it is broken', async () => {
    const story = fc.array(action, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(story, story, async (before, since) => {
        await using registry = await openRegistry();
        await using mirrored = await openKept(registry, signer);
        const act = actor(registry);
        for (const action of [...opening, ...before]) await act(action);
        await mirrored.snapshot.step();
        await using rescued = await rescue(mirrored);
        await using restored = await openRescued(rescued, registry.clock.now);
        await using again = await openMirroredData(restored, { signer });
        await again.snapshot.full();
        const goOn = actor(restored);
        for (const action of since) await goOn(action).catch(unlessRefused);
        await again.snapshot.step();
        await expectLikeFull(restored, again);
        expect(again.alarms).toEqual([]);
        const { problems, lost } = await checkStore(restored.engine.db, () => undefined);
        expect([problems, lost]).toEqual([[], []]);
        expect(await checkLog(restored.engine.db)).toMatchObject({ faults: [], missing: 0 });
      }),
      { numRuns: times(3) },
    );
  });
});

/** What a mirror makes of its catalog when it is asked: tiles of the log, and the proof of each version. */
async function proofsOf({ catalog: { db } }: Mirrored): Promise<string[]> {
  const entries = await db.selectFrom('log_entries').select('name').execute();
  const versions = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
    .select(['handle', 'slug', 'hash'])
    .execute();
  return [
    ...['0', 'entries'].map((level) => `/log/tile/${level}/000.p/${entries.length}`),
    ...versions.map(({ handle, slug, hash }) => `/api/v1/skills/${handle}/${slug}/versions/${hash}/proof`),
  ];
}

/** Who has no handle any more, for example. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
