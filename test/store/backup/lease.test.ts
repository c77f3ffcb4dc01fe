import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bucketPlace } from '../../../origin/store/backup/place/bucket.ts';
import { type Holder, holderOf } from '../../../origin/store/backup/place/holder.ts';
import { openS3, type S3Server } from '../../servers/s3/server.ts';
import { bucketOf } from '../objects/kinds.ts';

const hour = 3_600_000;
/** Milliseconds: of one that is never renewed by itself, and lapses soon. */
const short = { beat: hour, fresh: 100, lapse: 400, settle: 300 };
const long = { ...short, fresh: hour, lapse: hour };

const placeOn = (server: S3Server, terms: typeof short, said: string[] = []) =>
  bucketPlace(bucketOf(server, 's3://copies/registry'), { terms, tell: (sentence) => said.push(sentence) });

/** Of a machine of its own. */
const stranger = (): Holder => ({ run: randomUUID() });
const self = async (more: Partial<Holder> = {}): Promise<Holder> => ({
  ...(await holderOf(import.meta.dirname)),
  run: randomUUID(),
  ...more,
});

const refused =
  /^Another program writes to s3:\/\/copies\/registry\. If it was killed on another machine, this one goes on/;

describe('a bucket', () => {
  it('is written by one program at a time, however many begin at once, and by the next once that one says so', async () => {
    await using server = await openS3();
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, () => placeOn(server, long).claim(stranger(), false)),
    );
    const claims = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(claims).toHaveLength(1);
    await expect(placeOn(server, long).claim(stranger(), false)).rejects.toThrow(refused);
    await claims[0]?.release();
    await placeOn(server, long).claim(stranger(), false);
  });

  it('is taken over at once from a program of this machine that is gone, and from none that runs', async () => {
    await using server = await openS3();
    const claimed = async (holder: Holder) => {
      server.objects.clear();
      await placeOn(server, long).claim(holder, false);
    };
    const next = await self({ folder: 'another' });
    const [space, number, began] = next.process?.split(':') ?? [];
    await claimed(await self());
    await expect(placeOn(server, long).claim(next, false)).rejects.toThrow(refused);
    for (const process of [`${space}:${number}:1`, `${space}:999999999:${began}`]) {
      await claimed(await self({ process }));
      await placeOn(server, long).claim(next, false);
      // Those numbers say nothing of other programs.
      for (const elsewhere of [{ process: process.replace(`${space}`, 'other') }, { process, kernel: 'other' }]) {
        await claimed(await self(elsewhere));
        await expect(placeOn(server, long).claim(next, false)).rejects.toThrow(refused);
      }
    }
    // The lock on the copying of that data folder is this one's.
    await claimed(await self({ process: 'other:1:1', folder: 'another' }));
    await placeOn(server, long).claim(next, false);
  });

  it('is taken over from another machine once nothing was heard of it for long enough, and then takes nothing from it', async () => {
    await using server = await openS3();
    const [slow, next] = [placeOn(server, short), placeOn(server, short)];
    const claim = await slow.claim(stranger(), false);
    await slow.put('chains/1', Buffer.from('slow'));
    const begun = performance.now();
    await expect
      .poll(
        () =>
          next.claim(stranger(), false).then(
            () => 'taken',
            () => '',
          ),
        { interval: 50 },
      )
      .toBe('taken');
    expect(performance.now() - begun).toBeGreaterThan(short.lapse - 100);
    await expect(slow.put('chains/2', Buffer.from('slow'))).rejects.toThrow('Another program writes to');
    await expect(slow.delete('chains/1')).rejects.toThrow('Another program writes to');
    expect(claim.lost.aborted).toBe(true);
    await claim.release();
    // It has not told the world that the lease is free.
    await expect(placeOn(server, long).claim(stranger(), false)).rejects.toThrow(refused);
    expect([...server.objects.keys()]).toEqual(['registry/lease.json', 'registry/chains/1']);
  });

  it('stays with a program that renews, and with one that the bucket was away from', async () => {
    await using server = await openS3();
    const [holding, other] = [placeOn(server, { ...short, beat: 20 }), placeOn(server, long)];
    const claim = await holding.claim(stranger(), false);
    const tags = new Set<string | undefined>();
    const heard = () => tags.add(server.objects.get('registry/lease.json')?.tag).size;
    await expect.poll(heard, { interval: 5 }).toBeGreaterThan(5);
    await expect(other.claim(stranger(), false)).rejects.toThrow(refused);
    await server.away();
    await expect(holding.put('chains/1', Buffer.from('1'))).rejects.toThrow('Can’t reach');
    await wait(short.fresh * 2);
    await server.back();
    await holding.put('chains/1', Buffer.from('1'));
    expect(claim.lost.aborted).toBe(false);
    await claim.release();
    await expect(holding.put('chains/2', Buffer.from('1'))).rejects.toThrow('Nothing more is written');
  });

  it('knows its own lease where the answers to it were lost', async () => {
    await using server = await openS3();
    let left = 2;
    server.state.fault = ({ key, method }) => {
      if (method !== 'PUT' || !key.endsWith('lease.json') || left === 0) return undefined;
      left -= 1;
      return 'lost';
    };
    const place = placeOn(server, short);
    await place.claim(stranger(), false);
    left = 1;
    await wait(short.fresh + 20);
    await place.put('chains/1', Buffer.from('1'));
    expect(server.objects.has('registry/chains/1')).toBe(true);
  });

  it.each(['ignored', 'refused'] as const)(
    'on a server where conditions are %s is held all the same, unless two begin in the same moment; it is told of',
    async (conditions) => {
      await using server = await openS3({ conditions });
      const said: string[] = [];
      const first = placeOn(server, long, said);
      const claim = await first.claim(stranger(), false);
      expect(said).toEqual([expect.stringContaining('does not check If-Match')]);
      await expect(placeOn(server, long).claim(stranger(), false)).rejects.toThrow(refused);
      await first.put('chains/1', Buffer.from('1'));
      await claim.release();
      const all = await Promise.allSettled([1, 2, 3].map(() => placeOn(server, long).claim(stranger(), false)));
      expect(all.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
    },
  );

  it('whose lease can’t be read is taken over only once that stays as it is', async () => {
    await using server = await openS3();
    server.objects.set('registry/lease.json', { bytes: Buffer.from('{"hold'), tag: '"1"' });
    const place = placeOn(server, short);
    await expect(place.claim(stranger(), false)).rejects.toThrow(refused);
    await expect
      .poll(() =>
        place.claim(stranger(), false).then(
          () => 'taken',
          () => '',
        ),
      )
      .toBe('taken');
  });
});
