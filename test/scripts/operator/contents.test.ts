import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { cutShort } from '../../damaged.ts';
import { openS3 } from '../../servers/s3/server.ts';
import { end, newBackedUp, startCopied } from '../backup/backedUp.ts';
import { contentsIn, furnish, json, objectsIn } from '../outside.ts';
import { newWorkplace, operator, run, type Workplace } from '../process.ts';

it('contents move to a bucket while the registry serves, killed at any point, and back', async () => {
  await using server = await openS3();
  await using place = await newWorkplace();
  const first = await furnish(place, 12);
  await end(first.origin);
  Object.assign(place.environment, server.environment, { OBJECT_STORE: 's3://copies/registry' });
  const { origin } = await furnish({ ...place }, 0);
  onTestFinished(() => end(origin));

  for (const pause of [2, 7]) {
    const before = server.objects.size;
    let isOver = false;
    const move = run('scripts/operator.ts', ['contents', 'move'], place);
    // Killed once it has put so many more.
    void move.ended.then(() => {
      isOver = true;
    });
    while (!isOver && server.objects.size < before + pause) await wait(1);
    move.child.kill('SIGKILL');
    await move.ended;
    expect((await json(place, 'doctor', '--stopped', '--thorough')).said.store).toMatchObject({
      lost: [],
      problems: [],
    });
  }
  const moved = await json(place, 'contents', 'move');
  expect(moved).toMatchObject({ code: 0, said: { to: 'objects', left: [], objects: 36, database: 12 } });
  expect((await json(place, 'contents', 'move')).said).toMatchObject({ moved: 0, objects: 36 });

  const unset: Workplace = { ...place, environment: { ...place.environment, OBJECT_STORE: '' } };
  expect((await operator(unset, 'moderate', 'queue')).output).toMatch(/^OBJECT_STORE: contents of this registry are/);
  await server.away();
  const ready = await (await fetch(`http://localhost:${place.environment['ORIGIN_PORT']}/readyz`)).json();
  expect(ready).toMatchObject({ status: 'degraded', reasons: { objects: expect.any(String) } });
  await server.back();

  await end(origin);
  expect((await json(place, 'contents', 'move', '--to', 'database')).said).toMatchObject({ moved: 36, objects: 0 });
  expect((await json(unset, 'doctor', '--stopped')).said.store).toMatchObject({ lost: [], problems: [] });
});

it('a backup finds its contents in the object store, at a time of before they were withdrawn too, and a drill misses one', async () => {
  await using place = await newBackedUp();
  const objects = join(place.folder, 'objects');
  place.environment['OBJECT_STORE'] = objects;
  const { origin, publish } = await furnish(place, 2, () => startCopied(place));
  expect(await objectsIn(objects)).toHaveLength(7);
  await wait(1100);
  const second = new Date().toISOString();
  await wait(1100);
  await publish('after');
  const drilled = await operator(place, 'drill');
  expect(drilled.output).toMatch(/9 objects in .*objects, of which 9 were read/);
  expect(drilled.code).toBe(0);
  expect((await operator(place, 'backup', join(place.folder, 'one.sqlite'))).output).toMatch(
    /are not in it: keep both/,
  );
  await end(origin);

  expect(await operator(place, 'restore', '--at', second)).toMatchObject({ code: 0 });
  expect((await json(place, 'doctor', '--stopped', '--thorough')).said.store).toMatchObject({
    ...{ skills: 2, lost: [], problems: [] },
    objects: { named: 6, read: 6, unnamed: 3 },
  });

  for (const file of await contentsIn(objects)) await rm(file);
  const again = await startCopied(place);
  const missed = await operator(place, 'drill');
  await end(again);
  expect(missed.code).toBe(1);
  expect(missed.output).toMatch(/is missing in the object store/);
});

it('an object that is damaged is named by doctor, which says to publish the same again, and that puts it right', async () => {
  await using place = await newWorkplace();
  const objects = join(place.folder, 'objects');
  place.environment['OBJECT_STORE'] = objects;
  const { origin, publish } = await furnish(place, 2);
  onTestFinished(() => end(origin));
  for (const file of await contentsIn(objects)) await cutShort(file);
  const found = async () => {
    const { said } = await json(place, 'doctor', '--stopped', '--thorough');
    return said.problems.filter(({ check }: { check: string }) => check === 'store');
  };
  expect(await found()).toEqual(
    Array(6).fill({
      check: 'store',
      what: expect.stringMatching(/^\d\.txt of bea\/skill-\d version 1 is damaged in the object store: it holds/),
      remedy: expect.stringMatching(/^Have the same files published again, by any author\. Or run: npm run operator/),
    }),
  );
  for (const slug of ['skill-0', 'skill-1']) await publish(slug);
  await expect.poll(found).toEqual([]);
  await expect.poll(origin.output).toMatch(/contents\/.* was damaged, and is whole again: a publish had its bytes/);
});
