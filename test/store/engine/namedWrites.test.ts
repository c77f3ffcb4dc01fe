import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { hasPostgres, newPostgres } from '../../servers/postgres.ts';

const bounds = { poolSize: 2, connectTimeout: 5000, statementTimeout: 5000, lockTimeout: 5000, idleTimeout: 30_000 };

it.skipIf(!hasPostgres)(
  'a write is parsed once on a connection, and done once where a pooler handed that on',
  async () => {
    await using server = await newPostgres();
    const place = { dataDir: '', databaseUrl: server.url, database: bounds };
    const engine = await openStore(place, { tell: () => undefined });
    try {
      await server.run('create table things (id bigint, times bigint); insert into things values (1, 0), (2, 0)');
      const named = async (db: Db) =>
        (
          await sql<{ name: string }>`select name from pg_prepared_statements where statement like 'update%'`.execute(
            db,
          )
        ).rows.length;
      /** Counts up both by one text in one go, and resolves to how many such statements are parsed by then. */
      const count = () =>
        engine.write(async (db) => {
          const up = (id: number) => sql`update things set times = times + 1 where id = ${id}`.execute(db);
          await Promise.all([up(1), up(2)]);
          return named(db);
        });
      const parsed = [await count(), await count(), await count(), await count()];
      expect(parsed).toEqual([0, 1, 1, 1]);
      await engine.write((db) => sql`deallocate all`.execute(db));
      expect([await count(), await count()]).toEqual([0, 0]);
      expect(await server.run('select times from things')).toEqual([{ times: '6' }, { times: '6' }]);
    } finally {
      await engine.close();
    }
  },
);
