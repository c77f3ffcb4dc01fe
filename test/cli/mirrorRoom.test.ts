import { statfsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeFile } from '../mirror/followers/packed.ts';
import { smallDisk } from '../smallDisk.ts';
import { publishTo } from './logScene.ts';
import { type Copied, expectEqual, lyingWith, openCopied } from './mirrorScene.ts';

/** Sends a megabyte more with each pack, and calls none the last. */
function neverEnd({ served }: Copied, head: { isFull?: boolean } = {}): void {
  let count = 0;
  served.tamper = lyingWith((pack) => {
    count += 1;
    Object.assign(pack.head, head);
    pack.end.isComplete = false;
    pack.items.push(madeFile(`assets/${count}.txt`, Buffer.alloc(2 ** 20, String(count))));
  });
}

const freeOf = (folder: string): number => statfsSync(folder).bavail * statfsSync(folder).bsize;

describe('mirror on a disk that is nearly full', () => {
  it.for<[string, { isFull?: boolean }]>([
    ['what changed', {}],
    ['all there is', { isFull: true }],
  ])(
    'fills no disk with %s: what came is free again, what is shown stays, and the next run takes what is sound',
    async ([, head], { skip }) => {
      using disk = smallDisk(96);
      if (!disk) return skip('nothing can be mounted here');
      await using copied = await openCopied(undefined, disk.folder);
      const { served, folder } = copied;
      await publishTo(served, 'ada:pdf');
      expect(await copied.run()).toMatchObject({ ended: 0 });
      const [before, free] = [await copied.shown(), freeOf(folder)];
      neverEnd(copied, head);
      const { ended, stdout, stderr } = await copied.run();
      expect([ended, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^[\d.]+ MB are free on the disk of .*\/copy, and 5\.0 MB are to stay free: nothing more is fetched\. Make room, and run it again\.$/m,
      );
      expect(await copied.shown()).toEqual(before);
      expect(freeOf(folder)).toBeGreaterThan(free - 2 ** 20);
      delete served.tamper;
      await publishTo(served, 'ada:sums');
      expect(await copied.run()).toMatchObject({ ended: 0 });
      await expectEqual(copied);
    },
  );

  it('asks for no first copy while there is no room for it', async ({ skip }) => {
    using disk = smallDisk(96);
    if (!disk) return skip('nothing can be mounted here');
    await using copied = await openCopied(undefined, disk.folder);
    const { served } = copied;
    const other = join(disk.folder, 'other');
    await publishTo(served, 'ada:pdf');
    await writeFile(other, Buffer.alloc(freeOf(disk.folder) - 2 ** 22));
    const { ended, stderr } = await copied.run();
    expect([ended, stderr]).toEqual([1, expect.stringContaining('4.2 MB are free')]);
    expect(served.asked.filter((one) => one.includes('/mirror/changes'))).toEqual([]);
    await rm(other);
    expect(await copied.run()).toMatchObject({ ended: 0 });
    await expectEqual(copied);
  });
});
