import { statfsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeFile } from '../../mirror/followers/packed.ts';
import { smallDisk } from '../../smallDisk.ts';
import { publishTo } from '../log/logScene.ts';
import { type Copied, expectEqual, lyingWith, makePrivate, openCopied } from './mirrorScene.ts';

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
        /^[\d.]+ MB are free on the disk of .*\/copy, and [45](?:\.\d)? MB are to stay free: nothing more is fetched\. Make room, and run it again\.$/m,
      );
      expect(await copied.shown()).toEqual(before);
      expect(freeOf(folder)).toBeGreaterThan(free - 2 ** 20);
      delete served.tamper;
      await publishTo(served, 'ada:sums');
      expect(await copied.run()).toMatchObject({ ended: 0 });
      await expectEqual(copied);
    },
  );

  it('takes away what was withdrawn also where less room is left than is to stay free', async ({ skip }) => {
    using disk = smallDisk(48);
    if (!disk) return skip('nothing can be mounted here');
    await using copied = await openCopied(undefined, disk.folder);
    await publishTo(copied.served, 'ada:pdf');
    const ofPdf = async () => Object.keys(await copied.shown()).filter((path) => path.includes('/pdf/'));
    expect(await copied.run()).toMatchObject({ ended: 0 });
    expect(await ofPdf()).not.toEqual([]);
    await writeFile(join(disk.folder, 'other'), Buffer.alloc(freeOf(disk.folder) - 2 ** 21));

    neverEnd(copied);
    const before = copied.served.asked.length;
    expect(await copied.run()).toMatchObject({ ended: 1 });
    const asked = copied.served.asked.slice(before).filter((one) => one.includes('/mirror/changes'));
    expect(asked).toHaveLength(1);
    delete copied.served.tamper;

    await makePrivate(copied, 'pdf');
    await copied.served.publishSnapshot();
    const { ended, stderr } = await copied.run();
    expect([ended, await ofPdf()], stderr).toEqual([0, []]);
  });
});
