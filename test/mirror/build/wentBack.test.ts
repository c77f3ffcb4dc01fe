import { copyFile, rm } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProgress } from '../../../mirror/snapshot/catalog/progress.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { newestChange } from '../../../origin/store/events/changes.ts';
import { compact, privateEventLifetime } from '../../../origin/store/events/compaction.ts';
import { hasGoneBack, positionOf } from '../../../origin/store/events/lineage.ts';
import { newFile } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { times } from '../../thoroughness.ts';
import { openMirroredData } from '../mirrored.ts';
import { type Action, action, actor, opening } from '../publicLife.ts';
import { expectLikeFull } from './likeFull.ts';

interface Restorable extends TestRegistry, AsyncDisposable {
  backUp(): Promise<void>;
  /** Puts the newest backup where the store is. */
  restore(): Promise<void>;
}

/** A registry whose store may be replaced by what it was before. */
async function openRestorable(): Promise<Restorable> {
  const { file, open, remove } = await newFile();
  let current = await open();
  const engine: Engine = {
    get db() {
      return current.db;
    },
    pipelined: (work) => current.pipelined(work),
    read: (work) => current.read(work),
    write: (work) => current.write(work),
    containing: (...asked) => current.containing(...asked),
    withWords: (...asked) => current.withWords(...asked),
    hasWords: (...asked) => current.hasWords(...asked),
    withIds: (...asked) => current.withIds(...asked),
    among: (...asked) => current.among(...asked),
    nextId: (table) => current.nextId(table),
    size: () => current.size(),
    close: async () => {
      await current.close();
      await remove();
    },
  };
  const reopen = async (from: string, to: string) => {
    await current.close();
    for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true });
    await copyFile(from, to);
    current = await open();
  };
  const registry = await openRegistry('sqlite', {
    through: (unused) => {
      void unused.close();
      return engine;
    },
  });
  const backup = `${file}.backup`;
  return {
    ...registry,
    backUp: () => reopen(file, backup),
    restore: () => reopen(backup, file),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

const warning = 'the store went back: it was restored, or is another copy; every file is made again';

describe('a store that went back', () => {
  it('is followed from where it is, whatever was done before and after, and wherever its numbers are by then', async () => {
    const story = (maxLength: number) =>
      fc.array(fc.record({ action, step: fc.boolean() }), { minLength: 1, maxLength });
    await fc.assert(
      fc.asyncProperty(story(4), story(6), story(8), async (kept, lost, since) => {
        await using registry = await openRestorable();
        await using mirrored = await openMirroredData(registry);
        const act = actor(registry);
        const live = async (story: typeof kept, isFollowed = true) => {
          for (const { action, step } of story) {
            registry.clock.now += 1;
            await act(action);
            if (step && isFollowed) await mirrored.snapshot.step();
          }
        };
        for (const action of opening) await act(action);
        await live(kept);
        await registry.backUp();
        await live(lost);
        await mirrored.snapshot.step();
        // A step that finds no change goes on from where it was, whatever else was done.
        const followed = await readProgress(mirrored.catalog.db);
        await registry.restore();
        // What is done now has nothing to do with the mirror until it looks again.
        await live(since, false);
        const isOther = followed && (await hasGoneBack(registry.engine.db, followed));
        await mirrored.snapshot.step();
        await expectLikeFull(registry, mirrored);
        expect(mirrored.alarms).toEqual(isOther ? [warning] : []);
      }),
      { numRuns: times(4) },
    );
  });

  it('is known for it below, at and beyond the number that was followed', async () => {
    for (const more of [0, 1, 5]) {
      await using registry = await openRestorable();
      await using mirrored = await openMirroredData(registry);
      const recategorize = async (category: string) => {
        registry.clock.now += 1;
        await registry.send('PATCH', '/skills/ada/one', 'ada', { category });
      };
      await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
      await registry.publish('ada', 'shown', { 'SKILL.md': skillMd('shown') });
      await registry.backUp();
      await recategorize('data');
      await registry.publish('ada', 'lost', { 'SKILL.md': skillMd('lost') });
      await mirrored.snapshot.step();
      const followed = await newestChange(registry.engine.db);
      await registry.restore();
      await registry.send('PATCH', '/skills/ada/shown', 'ada', { visibility: 'private' });
      for (let change = 0; change < more; change += 1) await recategorize(change % 2 ? 'data' : 'design');
      while (more === 1 && (await newestChange(registry.engine.db)) < followed) await recategorize('data');
      await mirrored.snapshot.step();
      expect(mirrored.alarms).toEqual([warning]);
      for (const gone of ['/ada/lost', '/ada/shown', '/api/v1/skills/ada/lost'])
        expect((await mirrored.mirror.request(gone)).status).toBe(404);
      expect(await mirrored.snapshot.step()).toBeUndefined();
      await expectLikeFull(registry, mirrored);
    }
  });

  it('is followed where its numbers and names are now those of others', async () => {
    const publish = (author: 'ada' | 'registry', text: 'beta' | 'gamma'): Action => ({
      do: 'publish',
      skill: { author, slug: 'one' },
      text,
      visibility: 'public',
    });
    const kit = (author: 'ada' | 'registry'): Action => ({ do: 'kit', author, skills: [], visibility: 'public' });
    const claim = (person: 'ada' | 'registry'): Action => ({ do: 'claim', person, name: 'lovelace' });
    const found = (team: 'crew' | 'band', person: 'ada' | 'registry'): Action => ({ do: 'found', team, person });
    const download = (times: number): Action => ({ do: 'download', skill: { author: 'ada', slug: 'one' }, times });
    for (const [lost, since] of [
      // What the registry computes by itself is no one's act, and is lost and followed all the same.
      [[download(9)], [download(19)]],
      [[publish('registry', 'beta')], [publish('ada', 'gamma')]],
      [[kit('registry')], [kit('ada')]],
      [[kit('ada')], [publish('ada', 'beta')]],
      [[claim('registry')], [claim('ada')]],
      [[found('band', 'registry')], [kit('ada'), found('band', 'ada')]],
    ] as const) {
      await using registry = await openRestorable();
      await using mirrored = await openMirroredData(registry);
      const act = actor(registry);
      for (const action of opening) await act(action);
      await registry.backUp();
      for (const action of lost) await act(action);
      await mirrored.snapshot.step();
      await registry.restore();
      for (const action of since) await act(action);
      await mirrored.snapshot.step();
      expect(mirrored.alarms).toEqual([warning]);
      await expectLikeFull(registry, mirrored);
    }
  });

  it('is not suspected of it when it goes on, is compacted, or has been quiet for long', async () => {
    await using registry = await openRestorable();
    await using mirrored = await openMirroredData(registry);
    await registry.publish('ada', 'one', { 'SKILL.md': skillMd('one') });
    await mirrored.snapshot.step();
    const { engine, clock } = registry;
    const { event, ...position } = await positionOf(engine.db, clock.now);
    for (let change = 0; change < 3; change += 1)
      await registry.send('PATCH', '/skills/ada/one', 'ada', { category: change % 2 ? 'data' : 'design' });
    await engine.write((db) => db.deleteFrom('changes').where('seq', '<=', position.seq).execute());
    expect(await hasGoneBack(engine.db, { event, ...position })).toBe(false);
    await registry.send('PATCH', '/skills/ada/one', 'ada', { visibility: 'private' });
    clock.now += privateEventLifetime / 2;
    const quiet = await positionOf(engine.db, clock.now);
    clock.now += privateEventLifetime / 2 + 1;
    await compact({ engine, now: clock.now });
    expect(await hasGoneBack(engine.db, quiet)).toBe(false);
    await mirrored.snapshot.step();
    expect(mirrored.alarms).toEqual([]);
  });
});
