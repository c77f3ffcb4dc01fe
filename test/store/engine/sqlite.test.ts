import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { newFile, openEngine } from '../../engines.ts';
import { addProfile } from '../profiles.ts';

const pragma = async (db: Db, name: string): Promise<unknown> => {
  const { rows } = await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(db);
  return Object.values(rows[0] ?? {})[0];
};

it.each([
  ['undefined', undefined],
  ['boolean', true],
  ['bigint', 1n],
  ['symbol', Symbol('x')],
  ['object', { a: 1 }],
])('binding a value of type %s is an error and not NULL', async (type, value) => {
  const engine = await openEngine('sqlite');
  await expect(sql`select ${value}`.execute(engine.db)).rejects.toThrow(`can't bind a ${type}`);
  await engine.close();
});

it('a commit is on disk before the write resolves', async () => {
  const engine = await openEngine('sqlite');
  const settings = await engine.write(async (db) => [
    await pragma(db, 'journal_mode'),
    await pragma(db, 'synchronous'),
    await pragma(db, 'foreign_keys'),
  ]);
  expect(settings).toEqual(['wal', 2, 1]);
  await engine.close();
});

it('a reference that leads nowhere is refused, except in a partial database', async () => {
  const token = { class: 'session', hash: 'h', profile_id: 7, created_at: 1 } as const;
  const nobodys = (engine: Engine) =>
    engine.write((db) =>
      db
        .insertInto('tokens')
        .values({ ...token, device_id: null, kit_id: null, last_used_at: null, expires_at: null, revoked_at: null })
        .execute(),
    );
  const [whole, part] = [await newFile(), await newFile()];
  const engine = await whole.open();
  await expect(nobodys(engine)).rejects.toThrow(/foreign key/i);
  await engine.close();
  const partial = await openSqlite(part.file, { partial: true });
  await expect(nobodys(partial)).resolves.toBeDefined();
  await partial.close();
  await whole.remove();
  await part.remove();
});

it('programs that have one file open write to it one at a time', async () => {
  const place = await newFile();
  const engines = [await place.open(), await place.open()];
  const names = Array.from({ length: 30 }, (_, index) => `profile ${index}`);
  await Promise.all(names.map((name, index) => engines[index % 2]?.write((db) => addProfile(db, name))));
  for (const engine of engines) {
    const rows = await engine.db.selectFrom('profiles').select('display_name').execute();
    expect(new Set(rows.map((row) => row.display_name))).toEqual(new Set(names));
    await engine.close();
  }
  await place.remove();
});

it('a file opened for reading alone shows what is committed, and takes no write', async () => {
  const place = await newFile();
  const writing = await place.open();
  const reading = await openSqlite(place.file, { readOnly: true });
  await writing.write((db) => addProfile(db, 'seen'));
  expect(await reading.db.selectFrom('profiles').select('display_name').execute()).toEqual([{ display_name: 'seen' }]);
  await expect(reading.write((db) => addProfile(db, 'refused'))).rejects.toThrow(/readonly/i);
  await reading.close();
  await writing.close();
  await place.remove();
});

it('a file that is not there is an error for who only reads, and is not made', async () => {
  const place = await newFile();
  const missing = async () => (await openSqlite(place.file, { readOnly: true })).db.selectFrom('profiles').execute();
  await expect(missing()).rejects.toThrow(/registry\.sqlite: .*unable to open/);
  await expect(missing()).rejects.toThrow(/unable to open/);
  await place.remove();
});

it('a file that could not be opened is opened once it can be', async () => {
  const place = await newFile();
  const engine = await openSqlite(place.file, { readOnly: true });
  const read = () => engine.db.selectFrom('profiles').select('id').execute();
  await expect(read()).rejects.toThrow(/unable to open/);
  await expect(Promise.all([read(), read()])).rejects.toThrow(/unable to open/);
  await (await place.open()).close();
  await expect(read()).resolves.toEqual([]);
  await engine.close();
  await place.remove();
});
