import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sweepAll } from '../../../origin/store/contents/sweep.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { cutShort, flip } from '../../damaged.ts';
import { openS3 } from '../../servers/s3/server.ts';
import { fill, smallDisk } from '../../smallDisk.ts';
import { contentsIn, furnish, json } from '../outside.ts';
import { operator, run } from '../process.ts';
import { end, newBackedUp, startCopied } from './backedUp.ts';

/** A registry whose contents are in a folder, that was stopped: one version of it was withdrawn. */
async function newOutside() {
  const place = await newBackedUp();
  const objects = join(place.folder, 'objects');
  place.environment['OBJECT_STORE'] = objects;
  const { origin, client, publish } = await furnish(place, 2, () => startCopied(place));
  const { hash } = await publish('gone');
  const before = await contentsIn(objects);
  await client.withdrawSkillVersion({ author: 'bea', slug: 'gone', hash });
  await end(origin);
  return { ...place, objects, before, start: () => startCopied(place) };
}

describe('a backup whose contents are in an object store', () => {
  it('is whole once each object was read that it names, now or in an earlier second; without the store nothing is said of them', async () => {
    await using place = await newOutside();
    const verified = await json(place, 'backup', '--verify');
    expect(verified).toMatchObject({
      code: 0,
      said: { problems: [], objects: { address: place.objects, named: 6, kept: 3, read: 9 } },
    });
    expect((await operator(place, 'backup', '--verify')).output).toMatch(
      /It names 6 objects in .*objects and 3 that earlier seconds name; 9 were read\.\nAll of it is as it was written, and so is each of these objects\.\n$/,
    );
    const unset = { ...place, environment: { ...place.environment, OBJECT_STORE: '' } };
    const unlooked = await operator(unset, 'backup', '--verify');
    expect([unlooked.code, unlooked.output]).toEqual([
      1,
      expect.stringMatching(/9 objects .* were not looked for\. Set OBJECT_STORE/),
    ]);
    expect(unlooked.output).not.toMatch(/as it was written/);
    const away = join(place.folder, 'away');
    await rename(place.objects, away);
    const unmounted = await operator(place, 'backup', '--verify');
    expect([unmounted.code, unmounted.output]).toEqual([1, expect.stringMatching(/was not looked at: .*is empty. Is/)]);
    await rename(away, place.objects);
    expect((await operator(place, 'backup', '--thorough')).output).toMatch(/^error: --thorough and --in go with/);
  });

  it.each([
    ['is missing', rm],
    ['is damaged', flip],
    ['is damaged', cutShort],
  ] as const)('names each that %s, of an earlier second too, and so does a drill', async (how, harm) => {
    await using place = await newOutside();
    const [named = '', other = ''] = place.before;
    for (const file of [named, other]) await harm(file);
    const verified = await json(place, 'backup', '--verify', '--in', place.folder);
    expect(verified.code).toBe(1);
    const said = verified.said.problems.join('\n');
    for (const file of [named, other]) expect(said).toContain(file.slice(place.objects.length + 1));
    for (const line of said.split('\n'))
      expect(line).toMatch(
        new RegExp(
          `^(?:\\d\\.txt of bea/skill-\\d version 1|what a second of the last 14 days names) ${how} in the obj`,
        ),
      );
    const origin = await place.start();
    const drilled = await operator(place, 'drill');
    await end(origin);
    expect([drilled.code, drilled.output.match(new RegExp(`${how} in the object store`, 'g'))?.length]).toEqual([1, 2]);
    // What the backup has is restored all the same.
    expect((await operator(place, 'restore')).output).toMatch(/^Restored 2 skills, 2 versions/);
  });

  it('says where it read a sample, which is another each time, and with --thorough finds the one that is damaged', async () => {
    await using place = await newBackedUp();
    const objects = join(place.folder, 'objects');
    place.environment['OBJECT_STORE'] = objects;
    const { origin, publish } = await furnish(place, 0, () => startCopied(place));
    await publish('many', 450);
    const looked = async () => (await operator(place, 'backup', '--verify')).output;
    await expect
      .poll(looked)
      .toMatch(/It names 450 .*; 150 were read\.\nThe backup is as it was written\. These objects are/);
    expect(await operator(place, 'backup', '--verify')).toMatchObject({
      code: 0,
      output: expect.not.stringMatching(/All of it/),
    });
    await flip((await contentsIn(objects)).sort()[7] ?? '');
    const thorough = await operator(place, 'backup', '--verify', '--thorough');
    expect([thorough.code, thorough.output]).toEqual([
      1,
      expect.stringMatching(/450 were read\.\n {2}.* is damaged in/),
    ]);
    expect((await operator(place, 'drill', '--thorough')).output).toMatch(/FAIL {2}opened .*of which 450 were read/);
    await expect.poll(looked, { interval: 0 }).toMatch(/150 were read\.\n {2}.* is damaged in/);
    await end(origin);
  });

  it('in a bucket is looked at while a sweep takes away what no second of the backup names, and nothing is found wrong', async () => {
    await using server = await openS3();
    await using place = await newBackedUp(server.environment);
    place.environment['OBJECT_STORE'] = 's3://copies/objects';
    const { origin, client, publish } = await furnish(place, 2, () => startCopied(place));
    onTestFinished(() => end(origin));
    const { hash } = await publish('gone');
    await client.withdrawSkillVersion({ author: 'bea', slug: 'gone', hash });
    const store = await openStore({
      dataDir: String(place.environment['DATA_DIR']),
      databaseUrl: undefined,
      objectStore: 's3://copies/objects',
      s3: {
        endpoint: server.environment['AWS_ENDPOINT_URL_S3'],
        region: server.environment['AWS_REGION'],
        accessKeyId: server.environment['AWS_ACCESS_KEY_ID'],
        secretAccessKey: server.environment['AWS_SECRET_ACCESS_KEY'],
        sessionToken: undefined,
      },
    });
    onTestFinished(store.close);
    const { contents } = store;
    if (!contents) throw new Error('It has objects.');
    const long = 16 * 86_400;
    await store.write((db) =>
      db
        .updateTable('dropped_objects')
        .set((e) => ({ dropped_at: e('dropped_at', '-', long) }))
        .execute(),
    );
    await wait(1500);
    server.state.fault = ({ action }) => (action === 's3:DeleteObject' ? { after: 300 } : undefined);
    const sweeping = sweepAll({ engine: store, contents, days: 14 });
    const verified = await json(place, 'backup', '--verify', '--thorough');
    expect(await sweeping).toEqual({ deleted: 3, orphans: 0 });
    expect(verified).toMatchObject({ code: 0, said: { problems: [], objects: { named: 6, kept: 0, read: 6 } } });
    await server.away();
    const away = await operator(place, 'backup', '--verify');
    expect([away.code, away.output]).toEqual([
      1,
      expect.stringMatching(/was not looked at: Can’t reach .*ECONNREFUSED/),
    ]);
    await server.back();
  });

  it('leaves nothing of the store that it restored to look at, also where that is interrupted', async () => {
    await using server = await openS3();
    await using place = await newBackedUp({ ...server.environment, BACKUP_DIR: 's3://copies/backup' });
    await end(await place.origin());
    const scratch = join(place.folder, 'scratch');
    await mkdir(scratch);
    expect((await operator(place, 'backup', '--verify', '--in', scratch)).code).toBe(0);
    expect(await readdir(scratch)).toEqual([]);
    server.state.fault = ({ key }) => (key.includes('/pieces/') ? { after: 200 } : undefined);
    const verify = run('scripts/operator.ts', ['backup', '--verify', '--in', scratch], place);
    await expect.poll(() => readdir(scratch), { interval: 1 }).toHaveLength(1);
    verify.child.kill('SIGINT');
    expect(await verify.ended).toBe('SIGINT');
    expect(await readdir(scratch)).toEqual([]);
  });

  it('says where there is no room to restore it, and calls nothing whole', async ({ skip }) => {
    using disk = smallDisk(1);
    if (!disk) return skip('nothing can be mounted here');
    await using place = await newOutside();
    fill(join(disk.folder, 'ballast'));
    const verified = await operator(place, 'backup', '--verify', '--in', disk.folder);
    expect([verified.code, verified.output]).toEqual([
      1,
      expect.stringMatching(
        /was not looked at: ENOSPC.*\. Name a folder with room for the store by --in\.\n1 problem\.\n$/,
      ),
    ]);
  });
});
