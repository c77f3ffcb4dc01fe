import { describe, expect, it } from 'vitest';
import { type Lists, openLists } from '../../../mirror/snapshot/build/lists.ts';
import { newestCheckpoint } from '../../../origin/store/log/read.ts';
import { testSigner } from '../../log/signer.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { openMirroredData } from '../mirrored.ts';
import { expectLikeFull } from './likeFull.ts';

/** A builder whose lists wait a second, by a clock of the test's. */
async function openScene() {
  let milliseconds = 0;
  const registry = await openRegistry();
  const mirrored = await openMirroredData(registry);
  let lists: Lists;
  const open = () => {
    lists = openLists(1000, () => milliseconds);
    return mirrored.reopened(() => ({ lists }));
  };
  const publish = (slug: string) => registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
  const has = async (path: string, text: string) => (await (await mirrored.mirror.request(path)).text()).includes(text);
  const snapshot = await open();
  /** Returns how many files each step wrote or found to be right. */
  const finish = async () => {
    const sizes: number[] = [];
    for (let counts = await snapshot.step(); counts; counts = await snapshot.step())
      sizes.push(counts.written + counts.unchanged);
    return sizes;
  };
  await publish('first');
  await finish();
  milliseconds += 1000;
  return {
    ...{ registry, mirrored, snapshot, open, publish, finish },
    isOwing: () => lists.owed().length > 0,
    pass: (more: number) => {
      milliseconds += more;
    },
    isListed: (slug: string) => has('/api/v1/skills', `"ada:${slug}"`),
    isThere: async (slug: string) => (await mirrored.mirror.request(`/api/v1/skills/ada/${slug}`)).status === 200,
    [Symbol.asyncDispose]: async () => {
      await mirrored[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

describe('lists of the whole registry', () => {
  it('are made right after a publish is there, and once a second while more come, with nothing left out', async () => {
    await using scene = await openScene();
    const { registry, mirrored, snapshot, publish, finish, pass, isListed, isThere } = scene;
    await publish('second');
    await snapshot.step();
    expect([await isThere('second'), await isListed('second')]).toEqual([true, false]);
    await finish();
    expect(await isListed('second')).toBe(true);
    for (const slug of ['third', 'fourth']) {
      await publish(slug);
      await snapshot.step();
      expect([await isThere(slug), await isListed(slug)]).toEqual([true, false]);
    }
    expect(await snapshot.step()).toBeUndefined();
    pass(1000);
    await finish();
    expect([await isListed('third'), await isListed('fourth')]).toEqual([true, true]);
    await expectLikeFull(registry, mirrored);
  });

  it('are made a few at a time, and a publish in between is there before the next of them', async () => {
    await using scene = await openScene();
    const { registry, mirrored, snapshot, publish, finish, pass, isListed, isThere } = scene;
    await publish('second');
    await snapshot.step();
    await snapshot.step();
    await publish('third');
    await snapshot.step();
    expect(await isThere('third')).toBe(true);
    const sizes = await finish();
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
    expect(await isListed('second')).toBe(true);
    pass(1000);
    await finish();
    expect(await isListed('third')).toBe(true);
    await expectLikeFull(registry, mirrored);
  });

  it('wait for no more than a second of publishes that leave no pause', async () => {
    await using scene = await openScene();
    const { registry, mirrored, snapshot, publish, finish, pass, isListed, isThere } = scene;
    const listed: string[] = [];
    for (const slug of ['second', 'third', 'fourth', 'fifth', 'sixth']) {
      await publish(slug);
      await snapshot.step();
      expect(await isThere(slug)).toBe(true);
      if (await isListed(slug)) listed.push(slug);
      pass(500);
    }
    expect(listed).toEqual(['fourth']);
    await finish();
    expect(await isListed('sixth')).toBe(true);
    await expectLikeFull(registry, mirrored);
  });

  it('are not owed for ever where each publish comes between two of their steps, so the journal has an end', async () => {
    await using scene = await openScene();
    const { snapshot, publish, pass, isOwing } = scene;
    let longest = 0;
    for (let [step, since] = [0, 0]; step < 40; step += 1) {
      await publish(`skill-${step}`);
      for (const _ of ['its files', 'five lists']) await snapshot.step();
      pass(400);
      since = isOwing() ? since + 400 : 0;
      longest = Math.max(longest, since);
    }
    expect(longest).toBeLessThanOrEqual(10_400);
  });

  it('have nothing to wait for in the log, whose checkpoint comes with what it is over', async () => {
    await using registry = await openRegistry();
    await using mirrored = await openMirroredData(registry, { signer: testSigner() });
    const snapshot = await mirrored.reopened(() => ({ lists: openLists(1000, () => 0) }));
    for (const slug of ['first', 'second', 'third']) {
      await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug) });
      await snapshot.step();
      const shown = await (await mirrored.mirror.request('/log/checkpoint')).text();
      expect(shown).toBe(await newestCheckpoint(registry.engine.db));
    }
  });

  it.each<[string, (change: (body: object) => Promise<Response>) => Promise<unknown>]>([
    ['is made private', (change) => change({ visibility: 'private' })],
  ])('lose at once what %s', async (_, takeAway) => {
    await using scene = await openScene();
    const { registry, mirrored, snapshot, publish, isListed } = scene;
    await publish('second');
    await snapshot.step();
    await publish('third');
    await takeAway((body) => registry.send('PATCH', '/skills/ada/second', 'ada', body));
    await snapshot.step();
    expect([await isListed('second'), await isListed('third')]).toEqual([false, true]);
    await expectLikeFull(registry, mirrored);
  });

  it('that wait are made by who goes on after a crash, or builds everything', async () => {
    for (const build of ['step', 'full'] as const) {
      await using scene = await openScene();
      const { registry, mirrored, snapshot, open, publish, isListed } = scene;
      await publish('third');
      await snapshot.step();
      expect(await isListed('third')).toBe(false);
      await (await open())[build]();
      expect(await isListed('third')).toBe(true);
      await expectLikeFull(registry, mirrored);
    }
  });
});
