import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bucketPlace } from '../../../origin/store/backup/place/bucket.ts';
import { folderPlace } from '../../../origin/store/backup/place/folder.ts';
import { holderOf } from '../../../origin/store/backup/place/holder.ts';
import type { Place } from '../../../origin/store/backup/place/place.ts';
import { claimTarget } from '../../../origin/store/backup/place/target.ts';
import { openS3 } from '../../servers/s3/server.ts';
import { bucketOf } from '../objects/kinds.ts';

describe.each(['a folder', 'a bucket'])('%s', (kind) => {
  it('that several registries find empty at once is of the one that holds it, and of no other afterwards', async () => {
    await using server = await openS3();
    const folder = await mkdtemp(join(tmpdir(), 'owner-'));
    try {
      const newPlace = (): Place =>
        kind === 'a folder' ? folderPlace(join(folder, 'copy')) : bucketPlace(bucketOf(server, 's3://copies/registry'));
      // Those that find it empty see so for a while.
      server.state.fault = ({ key }) => (key.endsWith('registry.json') ? { after: Math.random() * 30 } : undefined);
      const registries = await Promise.all(
        Array.from({ length: 5 }, async () => ({ dataDir: await mkdtemp(join(folder, 'data-')), place: newPlace() })),
      );
      const tried = ({ dataDir, place }: (typeof registries)[number]) =>
        claimTarget(place, undefined, dataDir).then(
          (claim) => ({ claim, dataDir }),
          (error: Error) => ({ error, dataDir }),
        );
      const all = await Promise.all(registries.map(tried));
      const held = all.flatMap((one) => ('claim' in one ? [one] : []));
      expect(held).toHaveLength(1);
      // One that found it empty, and comes while the first begins.
      const late = await holderOf(await mkdtemp(join(folder, 'late-')));
      await expect(newPlace().claim(late, true)).rejects.toThrow('Another program');
      await held[0]?.claim.release();
      for (const registry of registries) {
        const again = await tried(registry);
        if (again.dataDir === held[0]?.dataDir) expect(again).toHaveProperty('claim');
        else expect(again).toHaveProperty('error.message', expect.stringContaining('of another registry'));
        if ('claim' in again) await again.claim.release();
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
