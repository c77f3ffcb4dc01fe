import { existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ask } from '../../../mirror/followers/leader.ts';
import { openCopy } from '../../../mirror/followers/open.ts';
import { formatPack, parsePack } from '../../../mirror/followers/pack/pack.ts';
import { takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { skillMd } from '../../registry.ts';
import { smallDisk } from '../../smallDisk.ts';
import { askingOf } from './following.ts';
import { type Led, openLed } from './led.ts';
import { madeFile } from './packed.ts';

/** A copy on that disk, and how many packs it asked for of a leader that ends no pass while it `isEndless`. */
async function openOn(folder: string, led: Led) {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  await led.leader.snapshot.step();
  const honest = askingOf(led.leader.mirror);
  const state = { isEndless: false, asked: 0 };
  const ask: Ask = async (after, whole) => {
    const pack = parsePack(await honest(after, whole));
    if (!state.isEndless) return formatPack(pack.head, pack.items, pack.end);
    state.asked += 1;
    return formatPack(pack.head, [madeFile(`assets/${state.asked}.txt`, Buffer.alloc(2 ** 20, String(state.asked)))], {
      ...pack.end,
      isComplete: false,
    });
  };
  const lock = await takeBuilderLock(snapshotPaths(dataDir).builderLock);
  if (!lock) return expect.fail('the folder is another’s');
  const { signal } = new AbortController();
  const copy = await openCopy(dataDir, { url: 'http://leader.example' }, { lock, signal, alarm: () => undefined, ask });
  await copy.follower.step();
  const free = () => statfsSync(folder).bavail * statfsSync(folder).bsize;
  return { ...{ copy, state, free }, paths: snapshotPaths(dataDir), [Symbol.asyncDispose]: copy.close };
}

const full = /MB are free on the disk of .*, and 2\.5 MB are to stay free: nothing more is fetched/;

describe('a leader that never ends a pass', () => {
  it('fills no disk: the pass is given up, what it took is free again, and the next one is taken in', async ({
    skip,
  }) => {
    using disk = smallDisk(48);
    if (!disk) return skip('nothing can be mounted here');
    await using led = await openLed();
    await using opened = await openOn(disk.folder, led);
    const { copy, state, free, paths } = opened;
    const before = free();

    state.isEndless = true;
    await expect(copy.follower.step()).rejects.toThrow(full);
    expect(state.asked).toBeGreaterThan(5);
    expect(existsSync(paths.spool)).toBe(false);
    expect(free()).toBeGreaterThan(before - 2 ** 20);

    state.isEndless = false;
    await led.registry.publish('ada', 'afterwards', { 'SKILL.md': skillMd('afterwards') });
    await led.leader.snapshot.step();
    expect(await copy.follower.step()).toMatchObject({ written: expect.any(Number) });
  });
});

describe('a copy on a disk with less room than is to stay free', () => {
  it('serves nothing that was withdrawn, and stops a pass that never ends before the disk is full', async ({
    skip,
  }) => {
    using disk = smallDisk(48);
    if (!disk) return skip('nothing can be mounted here');
    await using led = await openLed();
    await led.registry.publish('ada', 'withdrawn', { 'SKILL.md': skillMd('withdrawn') });
    await using opened = await openOn(disk.folder, led);
    const { copy, state, free, paths } = opened;
    const withdrawn = () => readdirSync(paths.root, { recursive: true }).filter((path) => path.includes('withdrawn'));
    expect(withdrawn()).not.toEqual([]);
    writeFileSync(join(disk.folder, 'filler'), Buffer.alloc(free() - 2 ** 21));

    await led.registry.send('PATCH', '/skills/ada/withdrawn', 'ada', { visibility: 'private' });
    await led.leader.snapshot.step();
    await copy.follower.step();
    expect(withdrawn()).toEqual([]);

    state.isEndless = true;
    await expect(copy.follower.step()).rejects.toThrow(full);
    expect(state.asked).toBe(1);
    expect(free()).toBeGreaterThan(2 ** 20);
  });
});
