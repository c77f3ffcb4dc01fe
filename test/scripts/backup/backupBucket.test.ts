import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { guidesPolicy } from '../../servers/s3/policy.ts';
import { failed, openS3 } from '../../servers/s3/server.ts';
import { newWorkplace, operator, run } from '../process.ts';
import { aroundASecond, end, lose, newBackedUp, slugsIn } from './backedUp.ts';

const dir = 's3://my-backups/registry';

/** A registry that is copied to a bucket whose key may do what the guide says, and no more. */
async function newBackedUpTo(options: Parameters<typeof openS3>[0] = {}, more: NodeJS.ProcessEnv = {}) {
  const server = await openS3({
    bucket: 'my-backups',
    policy: await guidesPolicy(),
    pageSize: 5,
    token: 'IQoJb3/+=',
    ...options,
  });
  const place = await newBackedUp({ BACKUP_DIR: dir, ...server.environment, ...more });
  const remove = async () => {
    await place[Symbol.asyncDispose]();
    await server.away();
  };
  return { ...place, server, [Symbol.asyncDispose]: remove };
}

describe('a continuous backup to a bucket', () => {
  it('that writes wait for has all that was acknowledged, wherever kills came, whatever was lost and however it stumbled', async () => {
    await using place = await newBackedUpTo({}, { BACKUP_WAIT: 'writes' });
    let asked = 0;
    place.server.state.fault = ({ action }) => {
      asked += 1;
      if (asked % 7 === 0) return failed(503, 'SlowDown');
      return asked % 11 === 0 ? (action === 's3:GetObject' ? 'cut' : 'lost') : undefined;
    };
    const ledger = new Set<string>();
    for (const round of [1, 2, 3]) {
      const origin = run('origin/main.ts', [], place);
      await expect
        .poll(() =>
          place.publish(`first-${round}`).then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
      ledger.add(`first-${round}`);
      const publishing = ['a', 'b', 'c'].map(async (name) => {
        for (let number = 0; ; number += 1) {
          const slug = `${name}-${round}-${number}`;
          if (
            await place.publish(slug).then(
              () => false,
              () => true,
            )
          )
            return;
          ledger.add(slug);
        }
      });
      await wait(Math.random() * 1500);
      await end(origin, 'SIGKILL');
      await Promise.all(publishing);
      if (round === 2) continue;
      await lose(place);
      expect(await operator(place, 'restore')).toMatchObject({ code: 0, output: expect.stringContaining('Restored') });
      expect([...ledger.difference(await slugsIn(place))]).toEqual([]);
    }
  });

  it('leads to any second, is drilled, verified and looked at, all with the rights that the guide names', async () => {
    await using place = await newBackedUpTo();
    let origin = await place.origin();
    const second = await aroundASecond(place);
    expect(await operator(place, 'doctor')).toMatchObject({
      output: expect.stringMatching(/ok {4}backup {2,}s3:\/\/my-backups\/registry, .*newest write is in it/),
    });
    expect(await operator(place, 'drill')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/ok {4}compared/),
    });
    await end(origin);
    expect(await operator(place, 'backup', '--verify')).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^s3:\/\/my-backups\/registry: encrypted\.[\s\S]*All of it is as it was written\.$/m,
      ),
    });
    expect((await operator(place, 'restore', `${dir}/`, '--at', second)).code).toBe(0);
    origin = await place.origin();
    await place.publish('later');
    await end(origin);
    expect(await slugsIn(place)).toEqual(new Set(['before', 'later']));
    const all = Buffer.concat([...place.server.objects.values()].map(({ bytes }) => bytes)).toString('latin1');
    expect(all).not.toMatch(/SQLite format|before/);
    for (const word of ['IQoJb3', 'wJalr']) expect(origin.output()).not.toContain(word);
    place.server.objects.delete([...place.server.objects.keys()].find((key) => key.includes('/pieces/')) ?? '');
    expect(await operator(place, 'backup', '--verify')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/pieces\/\S+ is missing/),
    });
  });

  it('that is away for a while holds up nobody, is told of, and has all once the bucket is back', async () => {
    await using place = await newBackedUpTo();
    const origin = await place.origin();
    await place.server.away();
    for (const slug of ['one', 'two', 'three']) await place.publish(slug);
    await expect
      .poll(async () => (await place.readiness()).reasons)
      .toEqual({ backup: 'The backup fails: ECONNREFUSED.' });
    expect((await operator(place, 'doctor')).output).toMatch(/FAIL {2}backup .*\n +could not be checked: Can’t reach/);
    await origin.printed(/the store is not copied to s3:.*Can’t reach 127.0.0.1:\d+: ECONNREFUSED/);
    await place.server.back();
    await origin.printed(/the store is copied to .* again/);
    await expect.poll(async () => (await place.readiness()).status).toBe('ready');
    place.server.state.fault = () => failed(403, 'AccessDenied');
    await place.publish('four');
    await expect
      .poll(async () => (await place.readiness()).reasons)
      .toEqual({ backup: 'The backup fails: AccessDenied.' });
    place.server.state.fault = () => undefined;
    await expect.poll(async () => (await place.readiness()).status).toBe('ready');
    await end(origin, 'SIGKILL');
    await lose(place);
    await operator(place, 'restore');
    expect(await slugsIn(place)).toEqual(new Set(['one', 'two', 'three', 'four']));
  });

  it('belongs to one registry: an empty one, or a second, leaves it alone; its successor has it at once', async () => {
    await using place = await newBackedUpTo();
    const origin = await place.origin();
    const { BACKUP_KEY_FILE } = place.environment;
    await using other = await newWorkplace();
    Object.assign(other.environment, { BACKUP_DIR: dir, BACKUP_KEY_FILE, ...place.server.environment });
    const stranger = run('origin/main.ts', [], other);
    await stranger.printed(/has the backup of another registry. Restore it .* to an empty prefix/);
    await end(stranger);
    await using twin = await newWorkplace();
    Object.assign(twin.environment, { BACKUP_DIR: dir, BACKUP_KEY_FILE, ...place.server.environment });
    await cp(join(place.folder, 'data'), join(twin.folder, 'data'), { recursive: true });
    const second = run('origin/main.ts', [], twin);
    await second.printed(/Another program writes to s3:/);
    await place.publish('one');
    await end(origin, 'SIGKILL');
    await second.printed(/the store is copied to/);
    await end(second);
  });

  it('that lacks a key ends the start with a line that says what to do', async () => {
    await using place = await newWorkplace();
    place.environment['BACKUP_DIR'] = dir;
    const origin = run('origin/main.ts', [], place);
    expect([await origin.ended, origin.output()]).toEqual([
      78,
      `${dir} needs a key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.\n`,
    ]);
  });
});
