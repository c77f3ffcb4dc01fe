import { chmod, cp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openFaults } from '../../servers/faults.ts';
import { fill, smallDisk } from '../../smallDisk.ts';
import { newWorkplace, operator, run } from '../process.ts';
import { aroundASecond, type BackedUp, end, filesIn, lose, newBackedUp, slugsIn } from './backedUp.ts';

/** Four people publish at once until they are told to stop. Returns what was acknowledged, with when. */
function publishing(place: BackedUp, round: number) {
  const enough = new AbortController();
  const acknowledged: { slug: string; at: number }[] = [];
  const author = async (name: string) => {
    for (let number = 0; !enough.signal.aborted; number += 1) {
      const slug = `${name}-${round}-${number}`;
      await place.publish(slug).then(
        () => acknowledged.push({ slug, at: performance.now() }),
        () => wait(20),
      );
    }
  };
  const authors = Promise.all(['a', 'b', 'c', 'd'].map(author));
  const stop = async () => {
    enough.abort();
    await authors;
    return acknowledged;
  };
  return { acknowledged, stop };
}

describe('a continuous backup', () => {
  it('that writes wait for has all that was acknowledged, wherever kills came and whatever disks were lost', async () => {
    await using place = await newBackedUp({ BACKUP_WAIT: 'writes' });
    await end(await place.origin());
    const ledger = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      // It may be killed while it starts, copies a base, or writes: what it waits for is of no use here.
      const origin = run('origin/main.ts', [], place);
      const { acknowledged, stop } = publishing(place, round);
      if (round % 3 === 0) await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
      else await wait(Math.random() * 2500);
      await end(origin, 'SIGKILL');
      for (const { slug } of await stop()) ledger.add(slug);
      if (round % 2 === 1) continue;
      await lose(place);
      expect(await operator(place, 'restore')).toMatchObject({ code: 0, output: expect.stringContaining('Restored') });
      expect([...ledger.difference(await slugsIn(place))]).toEqual([]);
    }
    expect((await operator(place, 'doctor', '--stopped')).output).toMatch(
      /ok {4}store[\s\S]*ok {4}backup .*; not compared with the store, which is stopped: /,
    );
  });

  it('that nobody waits for has all once it says that it is not behind', async () => {
    await using place = await newBackedUp();
    const origin = await place.origin();
    const { acknowledged, stop } = publishing(place, 0);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
    const slugs = new Set((await stop()).map(({ slug }) => slug));
    const metrics = async () => (await fetch(`http://localhost:${place.environment['ORIGIN_PORT']}/metrics`)).text();
    await expect.poll(metrics).toMatch(/^skill_registry_backup_lag_seconds(?:\{.*\})? 0$/m);
    await end(origin, 'SIGKILL');
    await lose(place);
    await operator(place, 'restore');
    expect(slugs.difference(await slugsIn(place))).toEqual(new Set());
  });

  it('leads to just what was there between two writes, and goes on from there in the same folder', async () => {
    await using place = await newBackedUp();
    let origin = await place.origin();
    const second = await aroundASecond(place);
    await end(origin);
    const restored = await operator(place, 'restore', '--at', second);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('The previous store is in') });
    origin = await place.origin();
    await place.publish('later');
    await end(origin);
    expect(await slugsIn(place)).toEqual(new Set(['before', 'later']));
    expect((await operator(place, 'restore', '--at', '2020-01-01T00:00:00Z')).output).toMatch(
      /^The oldest point in time in .* is \d{4}-/,
    );
    expect((await operator(place, 'restore', '--at', 'yesterday')).output).toMatch(/^--at: yesterday is no time/);
    // The state that was left is in the backup as well.
    expect((await operator(place, 'restore')).code).toBe(0);
    expect(await slugsIn(place)).toEqual(new Set(['before', 'later']));
  });

  it('is compared with the store by a drill while that is written to; one that lacks a write fails', async () => {
    await using place = await newBackedUp();
    const origin = await place.origin();
    const { acknowledged, stop } = publishing(place, 0);
    try {
      await expect.poll(() => acknowledged.length).toBeGreaterThan(0);
      const drill = await operator(place, 'drill');
      expect(drill.output).toMatch(/ok {4}restored .*\nok {4}opened .*\nok {4}compared .* rows of \d+ tables/);
      expect(drill.code).toBe(0);
      expect((await operator(place, 'doctor')).output).toMatch(
        /ok {4}backup .*, and the store’s newest write is in it/,
      );
    } finally {
      await stop();
      await end(origin);
    }
    const listed = await operator(place, 'backup', '--verify');
    expect([listed.code, listed.output]).toEqual([
      0,
      expect.stringMatching(/: encrypted\.\nIt is of the time from [\s\S]*\nRead [\s\S]*All of it/),
    ]);
    await operator(place, 'user', 'create', 'grace');
    const lacking = await operator(place, 'drill');
    expect([lacking.code, lacking.output]).toEqual([
      1,
      expect.stringMatching(/FAIL {2}compared[\s\S]* profiles has 1 row unlike the store’s[\s\S]*can’t be relied on/),
    ]);
  });

  it('is for nobody else to read: files, folders and the restored store; doctor names a key that others can', async () => {
    await using place = await newBackedUp();
    const origin = await place.origin();
    await place.publish('secret');
    await end(origin);
    // The lock is empty.
    const files = (await filesIn(place.dir)).filter((file) => !file.endsWith('/lock'));
    const modes = await Promise.all([place.dir, ...files].map(async (path) => (await stat(path)).mode & 0o077));
    expect(new Set(modes)).toEqual(new Set([0]));
    expect((await Promise.all(files.map((file) => readFile(file, 'latin1')))).join()).not.toMatch(
      /SQLite format|secret/,
    );
    await operator(place, 'restore');
    expect((await stat(join(place.folder, 'data/registry.sqlite'))).mode & 0o077).toBe(0);
    await chmod(join(place.folder, 'key'), 0o644);
    const { output } = await operator(place, 'doctor', '--stopped');
    expect(output).toMatch(/FAIL {2}backup[\s\S]* others can read .*key[\s\S]* chmod 600/);
    expect(output + origin.output()).not.toContain('abab');
  });

  it('belongs to one registry: an empty one, or a second, leaves it alone and says so', async () => {
    await using place = await newBackedUp();
    const origin = await place.origin();
    await using other = await newWorkplace();
    for (const name of ['BACKUP_DIR', 'BACKUP_KEY_FILE']) other.environment[name] = place.environment[name];
    const stranger = run('origin/main.ts', [], other);
    await stranger.printed(/has the backup of another registry. Restore it/);
    await end(stranger);
    await using twin = await newWorkplace();
    for (const name of ['BACKUP_DIR', 'BACKUP_KEY_FILE']) twin.environment[name] = place.environment[name];
    await cp(join(place.folder, 'data'), join(twin.folder, 'data'), { recursive: true });
    const second = run('origin/main.ts', [], twin);
    await second.printed(/Another program writes to/);
    const { reasons } = (await (
      await fetch(`http://localhost:${twin.environment['ORIGIN_PORT']}/readyz`)
    ).json()) as never;
    expect(reasons).toMatchObject({ backup: 'The backup fails: the log says why.' });
    await end(second);
    await end(origin);
  });

  it('whose folder goes away holds up nobody, is told of, and has all once the folder is back', async () => {
    await using place = await newBackedUp();
    const origin = await place.origin();
    const away = join(place.folder, 'away');
    await rename(place.dir, away);
    await place.publish('meanwhile');
    await expect
      .poll(async () => (await place.readiness()).reasons)
      .toEqual({
        backup: 'The backup fails: ENOENT.',
      });
    expect((await operator(place, 'doctor')).output).toMatch(
      /FAIL {2}backup .*\n +could not be checked: .* has no backup/,
    );
    await origin.printed(/the store is not copied to .*ENOENT/);
    await rename(away, place.dir);
    await origin.printed(/the store is copied to .* again/);
    await expect.poll(async () => (await place.readiness()).status).toBe('ready');
    await end(origin, 'SIGKILL');
    await lose(place);
    await operator(place, 'restore');
    expect(await slugsIn(place)).toEqual(new Set(['meanwhile']));
  });

  it('on a disk that is full: writes go on, or answer 503 where they wait for it; then it has them all', async ({
    skip,
  }) => {
    for (const awaited of ['none', 'writes']) {
      using disk = smallDisk(24);
      if (!disk) return skip('nothing can be mounted here');
      await using place = await newBackedUp({ BACKUP_DIR: join(disk.folder, 'backup'), BACKUP_WAIT: awaited });
      const origin = await place.origin();
      await place.publish('first');
      const ballast = join(disk.folder, 'ballast');
      fill(ballast);
      const there = new Set(['first']);
      for (const slug of ['second', 'third'])
        await place.publish(slug).then(
          () => there.add(slug),
          (error: Error) => expect(error.message).toMatch(/^(?:Stored, but not yet in the backup|The backup can’t be)/),
        );
      expect(there.size).toBe(awaited === 'none' ? 3 : 1);
      await expect.poll(async () => (await place.readiness()).reasons['backup']).toMatch(/^The backup fails: ENOSPC\./);
      await rm(ballast);
      await expect.poll(async () => (await place.readiness()).reasons['backup']).toBeUndefined();
      for (const slug of ['second', 'third']) await place.publish(slug);
      await end(origin, 'SIGKILL');
      await lose(place);
      await operator(place, 'restore');
      expect(await slugsIn(place)).toEqual(new Set(['first', 'second', 'third']));
    }
  });

  it('keeps what it has where the clock is weeks ahead for a while', async ({ skip }) => {
    await using faults = await openFaults();
    if (!faults) return skip('no C compiler');
    await using place = await newBackedUp(faults.environment);
    await faults.setClock(0);
    const origin = await place.origin();
    const copied = (times: number) => origin.printed(new RegExp(`(?:the store is copied to[\\s\\S]*){${times}}`));
    await place.publish('before');
    await wait(1100);
    const second = new Date().toISOString();
    await wait(1100);
    await faults.setClock(20 * 24 * 60 * 60);
    await copied(2);
    await place.publish('ahead');
    await faults.setClock(0);
    await copied(3);
    await place.publish('after');
    await end(origin);
    expect((await operator(place, 'restore', '--at', second)).code).toBe(0);
    expect(await slugsIn(place)).toEqual(new Set(['before']));
    await lose(place);
    expect((await operator(place, 'restore')).code).toBe(0);
    expect(await slugsIn(place)).toEqual(new Set(['before', 'ahead', 'after']));
  });

  it('restores nothing into the writes of a store that is gone', async () => {
    await using place = await newBackedUp();
    const origin = await place.origin();
    await place.publish('one');
    await wait(1500);
    await end(origin, 'SIGKILL');
    const store = join(place.folder, 'data/registry.sqlite');
    await rm(store);
    expect(await stat(`${store}-wal`)).toBeDefined();
    expect((await operator(place, 'restore')).code).toBe(0);
    await expect(stat(`${store}-wal`)).rejects.toThrow('ENOENT');
    expect(await slugsIn(place)).toEqual(new Set(['one']));
    await writeFile(join(place.folder, 'data/backup.json'), '{"regis');
    const again = run('origin/main.ts', [], place);
    await again.printed(/backup.json is damaged. Name an empty folder/);
    await end(again);
  });
});
