import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { newDatabase } from '../../pglite.ts';
import { addProfile } from '../profiles.ts';

const advisoryLocks = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted`.execute(
    db,
  );
  return rows[0]?.held ?? 0;
};

it('a write holds the advisory lock from its first statement until commit; a read takes none', async () => {
  const statements: string[] = [];
  const place = await newDatabase({ watch: (statement) => statements.push(statement) });
  const engine = await place.open();
  statements.length = 0;
  expect(await engine.write(advisoryLocks)).toBe(1);
  expect(statements[0]).toMatch(/^(begin|start transaction)/i);
  expect(statements[1]).toMatch(/pg_advisory_xact_lock\(\d+\)/);
  expect(statements.at(-1)).toMatch(/^commit/i);
  expect(await engine.read(advisoryLocks)).toBe(0);
  await engine.close();
  await place.remove();
});

it('a commit is on disk before the write resolves', async () => {
  const place = await newDatabase();
  const engine = await place.open();
  const { rows } = await engine.write((db) => sql`show synchronous_commit`.execute(db));
  expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  await engine.close();
  await place.remove();
});

it('the search for tokens is served by its index', async () => {
  const place = await newDatabase();
  const engine = await place.open();
  const plan = await engine.write(async (db) => {
    for (let count = 0; count < 50; count += 1) await addProfile(db, `profile ${count}`);
    await sql`set local enable_seqscan = off`.execute(db);
    const query = db
      .selectFrom('profiles')
      .select('id')
      .where(engine.hasWords('profiles', { each: [['pro*'], ['x*']] }));
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('profiles_tokens');
  await engine.close();
  await place.remove();
});
