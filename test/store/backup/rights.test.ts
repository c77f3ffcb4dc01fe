import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prune } from '../../../origin/store/backup/copy/prune.ts';
import { bucketPlace } from '../../../origin/store/backup/place/bucket.ts';
import { claimTarget } from '../../../origin/store/backup/place/target.ts';
import { guidesPolicy, type Policy } from '../../servers/s3/policy.ts';
import { openS3 } from '../../servers/s3/server.ts';
import { bucketOf } from '../objects/kinds.ts';

const full = await guidesPolicy();
const actionsOf = ({ Statement }: Policy) => Statement.flatMap(({ Action }) => Action);

/** A bucket begun by a registry whose key may do that, something left there by a kill, and that taken away. */
async function begun(policy: Policy): Promise<void> {
  await using server = await openS3({ bucket: 'my-backups', policy });
  const dataDir = await mkdtemp(join(tmpdir(), 'rights-'));
  try {
    const place = bucketPlace(bucketOf(server, 's3://my-backups/registry'));
    const claim = await claimTarget(place, undefined, dataDir);
    await place.put('chains/00000001/0000000001-0000000001', Buffer.from('left'));
    await prune({ place, key: undefined }, { cutoff: 0, days: 1 });
    await claim.release();
    expect([...server.objects.keys()]).toEqual(['registry/lease.json', 'registry/registry.json']);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

describe('the rights that the guide names', () => {
  it('are enough for a backup', () => begun(full));

  it.each(actionsOf(full))('are all needed: without %s it says so', async (lacking) => {
    const less = full.Statement.map((one) => ({ ...one, Action: actionsOf({ Statement: [one] }) })).map((one) => ({
      ...one,
      Action: one.Action.filter((name) => name !== lacking),
    }));
    await expect(begun({ ...full, Statement: less })).rejects.toThrow(`The key may not do ${lacking} on my-backups`);
  });

  it('are of that prefix alone', async () => {
    const other = JSON.parse(JSON.stringify(full).replaceAll('registry/*', 'registry2/*'));
    await expect(begun(other)).rejects.toThrow('The key may not do');
  });
});
