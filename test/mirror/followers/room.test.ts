import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCopy } from '../../../mirror/followers/open.ts';
import { formatPack, parsePack } from '../../../mirror/followers/pack.ts';
import { takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { skillMd } from '../../registry.ts';
import { smallDisk } from '../../smallDisk.ts';
import { askingOf } from './following.ts';
import { openLed } from './led.ts';
import { madeFile } from './packed.ts';

describe('a leader that never ends a pass', () => {
  it('fills no disk: the pass is given up, what it took is free again, and the next one is taken in', async ({
    skip,
  }) => {
    using disk = smallDisk(48);
    if (!disk) return skip('nothing can be mounted here');
    const dataDir = join(disk.folder, 'data');
    mkdirSync(dataDir);
    await using led = await openLed();
    await led.leader.snapshot.step();
    const honest = askingOf(led.leader.mirror);
    let isEndless = false;
    let asked = 0;
    const ask: typeof honest = async (after, whole) => {
      const pack = parsePack(await honest(after, whole));
      if (!isEndless) return formatPack(pack.head, pack.items, pack.end);
      asked += 1;
      const file = madeFile(`assets/${asked}.txt`, Buffer.alloc(2 ** 20, String(asked)));
      return formatPack(pack.head, [file], { ...pack.end, isComplete: false });
    };
    const lock = await takeBuilderLock(snapshotPaths(dataDir).builderLock);
    if (!lock) return expect.fail('the folder is another’s');
    const leader = { url: 'http://leader.example' };
    const copy = await openCopy(dataDir, leader, {
      lock,
      signal: new AbortController().signal,
      alarm: () => undefined,
      ask,
    });
    await copy.follower.step();
    const free = () => statfsSync(disk.folder).bavail * statfsSync(disk.folder).bsize;
    const before = free();

    isEndless = true;
    await expect(copy.follower.step()).rejects.toThrow(/MB are free on the disk of .*: nothing more is fetched/);
    expect(asked).toBeGreaterThan(5);
    expect(existsSync(snapshotPaths(dataDir).spool)).toBe(false);
    expect(free()).toBeGreaterThan(before - 2 ** 20);

    isEndless = false;
    await led.registry.publish('ada', 'afterwards', { 'SKILL.md': skillMd('afterwards') });
    await led.leader.snapshot.step();
    expect(await copy.follower.step()).toMatchObject({ written: expect.any(Number) });
    await copy.close();
  });
});
