import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { newSigner, signerText } from '../../../origin/log/note.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { entriesFrom } from '../../../origin/store/log/read.ts';
import { flip } from '../../damaged.ts';
import { openS3 } from '../../servers/s3/server.ts';
import { operator } from '../process.ts';
import { type BackedUp, end, filesIn, lose, newBackedUp } from './backedUp.ts';

const dataOf = (place: BackedUp) => String(place.environment['DATA_DIR']);
const keyOf = (place: BackedUp) => join(dataOf(place), 'log.key');
const textOf = (place: BackedUp) => readFile(keyOf(place), 'utf8');

const show = async (place: BackedUp): Promise<{ origin: string; verifier: string; size: number; signed: number }> =>
  JSON.parse((await operator(place, '--json', 'log', 'show')).stdout);

async function entriesIn(place: BackedUp) {
  const store = await openSqlite(join(dataOf(place), 'registry.sqlite'), { readOnly: true });
  try {
    return (await entriesFrom(store.db, 0, 1000)).map(({ line }) => line);
  } finally {
    await store.close();
  }
}

/** Each published while the store was copied, and entered in the log by a builder; all of it is in the backup. */
async function logged(place: BackedUp, ...slugs: string[]) {
  const origin = await place.origin();
  for (const slug of slugs) {
    await place.publish(slug);
    expect((await operator(place, 'snapshot')).code).toBe(0);
    await wait(1100);
  }
  const drilled = await operator(place, 'drill');
  await end(origin, 'SIGKILL');
  return drilled.output;
}

/** Text that must be in no file of a backup, and in nothing that is printed. */
/** Base64, which may have a plus itself. */
const secretOf = (key: string) => key.trim().split('+').slice(4).join('+') || expect.fail('It is no key.');

describe.each(['a folder', 'a bucket'] as const)('an encrypted backup in %s', (name) => {
  it('brings back the key of the log with the store, for its owner alone, and the log goes on', async () => {
    await using server = name === 'a bucket' ? await openS3() : undefined;
    await using place = await newBackedUp(server && { ...server.environment, BACKUP_DIR: 's3://copies/backup' });
    expect(await logged(place, 'one', 'two')).toMatch(/ok {4}log key +with the key of the transparency log\n/);
    const [key, before, entries] = [await textOf(place), await show(place), await entriesIn(place)];
    expect((await operator(place, 'doctor', '--stopped')).output).toMatch(/ok {4}backup .*; with the key of the trans/);
    await lose(place);

    const restored = await operator(place, 'restore');
    expect([restored.code, restored.output]).toEqual([
      0,
      expect.stringMatching(
        /Restored the key of the transparency log: .*log\.key\.\nThe log is on hold: here it has \d/,
      ),
    ]);
    expect(await textOf(place)).toBe(key);
    expect((await stat(keyOf(place))).mode & 0o777).toBe(0o600);
    expect((await operator(place, 'log', 'resume', String(before.size))).code).toBe(0);
    await logged(place, 'three');
    const after = await show(place);
    expect(after).toMatchObject({ origin: before.origin, verifier: before.verifier, size: after.signed });
    expect(after.size).toBeGreaterThan(before.size);
    expect((await entriesIn(place)).slice(0, before.size)).toEqual(entries);
    expect((await operator(place, 'doctor', '--stopped')).output).toMatch(/ok {4}log /);

    const files = server
      ? [...server.objects.values()].map(({ bytes }) => bytes.toString('latin1'))
      : await Promise.all((await filesIn(place.dir)).map((file) => readFile(file, 'latin1')));
    for (const text of [...files, restored.output]) expect(text).not.toContain(secretOf(key));
  });
});

describe('the key of the log', () => {
  it('is not in a backup that is not encrypted, which says so, nor where settings give it, nor in one file', async () => {
    await using place = await newBackedUp({ BACKUP_KEY_FILE: '' });
    await logged(place, 'one');
    const key = await textOf(place);
    expect((await filesIn(place.dir)).filter((file) => file.includes('log-keys'))).toEqual([]);
    expect((await operator(place, 'backup', '--verify')).output).toMatch(/: not encrypted, so without the key of the/);
    await lose(place);
    expect((await operator(place, 'restore')).output).toMatch(/The key .* is not here, and was not restored\. Before/);
    await using given = await newBackedUp();
    const file = join(given.folder, 'given.key');
    await writeFile(file, key, { mode: 0o600 });
    given.environment['LOG_KEY_FILE'] = file;
    await logged(given, 'one');
    expect((await filesIn(given.dir)).filter((name) => name.includes('log-keys'))).toEqual([]);
    expect((await operator(given, 'doctor', '--stopped')).output).toMatch(/; without the key .*, which settings give/);
    const one = join(given.folder, 'one.sqlite');
    expect((await operator(given, 'backup', one)).output).toMatch(/The key of the transparency log is not in it/);
    await lose(given);
    await operator(given, 'restore', one);
    expect(await show(given)).toMatchObject({ size: expect.any(Number) });
    given.environment['LOG_KEY_FILE'] = '';
    expect((await operator(given, 'restore', one)).output).toMatch(/is not here, and was not restored/);
  });

  it('that is another is kept aside where it is restored, and the right one is left as it is', async () => {
    await using place = await newBackedUp();
    await logged(place, 'one');
    const key = await textOf(place);
    expect((await operator(place, 'restore')).output).not.toMatch(/key/);
    expect(await textOf(place)).toBe(key);
    await lose(place);
    await mkdir(dataOf(place), { mode: 0o700 });
    const other = `${signerText(newSigner('another.example/log'))}\n`;
    await writeFile(keyOf(place), other, { mode: 0o600 });
    const { output } = await operator(place, 'restore');
    const [, aside = ''] = /Another key was there, and is in (\S+\.log\.key)\.\n/.exec(output) ?? [];
    expect(await readFile(aside, 'utf8')).toBe(other);
    expect(await textOf(place)).toBe(key);
    expect(output).not.toContain(secretOf(other));
  });

  it('of an earlier second is not brought back where the backup has more of the log: it would sign two histories', async () => {
    await using place = await newBackedUp();
    const origin = await place.origin();
    await place.publish('one');
    await operator(place, 'snapshot');
    await wait(1100);
    const second = new Date().toISOString();
    await wait(1100);
    await place.publish('two');
    await operator(place, 'snapshot');
    await operator(place, 'drill');
    await end(origin);
    await lose(place);
    const earlier = await operator(place, 'restore', '--at', second);
    expect([earlier.code, earlier.output]).toEqual([
      0,
      expect.stringMatching(/was not restored: the backup has more of the log than this state.*log adopt --reason/),
    ]);
    expect((await readdir(dataOf(place))).filter((name) => /key|drill/.test(name))).toEqual([]);
    await lose(place);
    const last = await operator(place, 'restore', '--at', new Date().toISOString());
    expect(last.output).toMatch(/Restored the key of the transparency log/);
  });

  it('that follows another is in the backup too, with the one before, and damage to it is named', async () => {
    await using place = await newBackedUp();
    await logged(place, 'one');
    expect((await operator(place, 'log', 'rotate')).code).toBe(0);
    expect((await operator(place, 'doctor', '--stopped')).output).toMatch(
      /ok {4}backup .*; without the key of the transparency log\n/,
    );
    await logged(place, 'two');
    const key = await textOf(place);
    const kept = (await filesIn(place.dir)).filter((file) => file.includes('log-keys'));
    expect(kept).toHaveLength(2);
    for (const file of kept) await flip(file);
    const verified = await operator(place, 'backup', '--verify');
    expect([verified.code, verified.output]).toEqual([
      1,
      expect.stringMatching(/, 2 keys of the log\.[\s\S]*log-keys\/\w+ is damaged/),
    ]);
    const data = dataOf(place);
    await rm(join(data, 'log.key'));
    const failed = await operator(place, 'restore');
    expect([failed.code, failed.output]).toEqual([
      1,
      expect.stringMatching(/could not be restored: log-keys\/\w+ is damaged/),
    ]);
    await writeFile(keyOf(place), key, { mode: 0o600 });
    for (const file of kept) await rm(file);
    const lacking = await operator(place, 'backup', '--verify');
    expect([lacking.code, lacking.output]).toEqual([1, expect.stringMatching(/is not in the backup, and only here/)]);
    // It is written again from what is here.
    await logged(place, 'three');
    expect(await operator(place, 'backup', '--verify')).toMatchObject({ code: 0 });
    await lose(place);
    await operator(place, 'restore');
    expect(await textOf(place)).toBe(key);
  });

  it('is restored with the backup’s key alone: another, or none, is refused with what to do, and changes nothing', async () => {
    await using place = await newBackedUp();
    await logged(place, 'one');
    await lose(place);
    const wrong = join(place.folder, 'wrong');
    await writeFile(wrong, 'cd'.repeat(32), { mode: 0o600 });
    for (const [given, said] of [
      [wrong, /^BACKUP_KEY_FILE has another key than the one that encrypted/],
      ['', /is encrypted\. Set BACKUP_KEY_FILE\./],
    ] as const) {
      const other = { ...place, environment: { ...place.environment, BACKUP_KEY_FILE: given } };
      expect(await operator(other, 'restore')).toMatchObject({ code: 1, output: expect.stringMatching(said) });
      expect(await readdir(dataOf(place)).catch(() => [])).not.toContain('log.key');
    }
  });

  it('that can’t be read is told of once, and holds up no copy', async () => {
    await using place = await newBackedUp();
    await mkdir(dataOf(place), { recursive: true });
    await writeFile(keyOf(place), 'no key', { mode: 0o600 });
    const origin = await place.origin();
    await origin.printed(/the key of the log is not in the backup: .*log\.key: holds no key/);
    await place.publish('one');
    expect((await operator(place, 'drill')).output).toMatch(/ok {4}compared/);
    await end(origin);
    expect(origin.output().match(/the key of the log is not in the backup/g)).toHaveLength(1);
  });
});
