import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPools } from '../../origin/store/engine/connections/pools.ts';
import { lookAtSchema, openStore, usual } from '../../origin/store/engine/open.ts';
import { openPostgres } from '../../origin/store/engine/postgres.ts';
import { readSteps } from '../../origin/store/schema/steps.ts';
import { tablesUnreadable } from '../../origin/store/schema/waits.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../servers/postgres.ts';
import { readReleased } from './released/fixtures.ts';

describe.skipIf(!hasPostgres)('a migration of a PostgreSQL that others use', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await newPostgres();
  });
  beforeEach(async () => {
    await server.run('drop schema public cascade; create schema public');
    await server.run(await readReleased('postgres', '0024'));
  });
  afterAll(() => server[Symbol.asyncDispose]());
  const place = () => ({ dataDir: '', databaseUrl: server.url });

  it('is done once, however many programs start at the same time', async () => {
    const migrated: number[] = [];
    const starts = Array.from({ length: 5 }, async (_, index) => {
      const engine = await openStore(place(), { onStep: ({ done }) => void (done === 0 && migrated.push(index)) });
      await engine.close();
    });
    await Promise.all(starts);
    expect(migrated).toHaveLength(1);
    const rows = await server.run('select version from schema_version order by version');
    expect(rows.map(({ version }) => Number(version))).toEqual(
      (await readSteps('postgres')).map(({ version }) => version),
    );
  });

  it('waits while a long statement reads, and holds up nobody else who reads meanwhile', async () => {
    const report = new pg.Client({ connectionString: server.url });
    await report.connect();
    const waits = Promise.withResolvers<string>();
    const begin = () => openStore(place(), { tell: (_, said) => void (/^waits/.test(said) && waits.resolve(said)) });
    let migration: ReturnType<typeof begin>;
    try {
      await report.query('begin');
      await report.query('select count(*) from reports');
      migration = begin();
      const heard = await Promise.race([waits.promise, migration.then(() => 'It did not wait.')]);
      expect(heard).toMatch(/reads or writes .*\breports\b/);
      expect(await server.run('select count(*) from reports')).toHaveLength(1);
      expect((await lookAtSchema(place()))?.standing?.schema).toBe(24);
    } finally {
      await report.end();
    }
    await (await migration).close();
    expect((await lookAtSchema(place()))?.standing?.schema).toBe((await readSteps('postgres')).length);
  });

  it('keeps from its readers the tables that it says beforehand, and no others', async () => {
    const steps = await readSteps('postgres');
    for (let version = 24; version < steps.length; version += 1) {
      const due = steps.slice(version, version + 1);
      const history = Promise.resolve(steps.slice(0, version));
      const engine = await openPostgres(
        openPools(server.url, usual, () => undefined),
        { history },
      );
      const held = await locksOf(
        server,
        due.flatMap(({ statements }) => statements),
      );
      expect.soft(held, `step ${version + 1}`).toEqual(tablesUnreadable(due, steps));
      await engine.close();
      await (
        await openPostgres(
          openPools(server.url, usual, () => undefined),
          { history: Promise.resolve(steps.slice(0, version + 1)) },
        )
      ).close();
    }
  });
});

/** Tables that were there before and that nobody could read from once these statements ran, which are taken back. */
async function locksOf(server: PostgresServer, statements: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('begin');
  const rowsOf = async (query: string) => (await client.query<{ oid: number; name: string }>(query)).rows;
  const before = await rowsOf(`select oid, relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`);
  for (const statement of statements) await client.query(statement);
  const locked = await rowsOf(`select distinct relation as oid from pg_locks
    where pid = pg_backend_pid() and mode = 'AccessExclusiveLock'`);
  await client.query('rollback');
  await client.end();
  // By what they were called then.
  return before.filter(({ oid }) => locked.some((one) => one.oid === oid)).map(({ name }) => name);
}
