/** Indexes made once the rows are there, which takes a fraction of keeping them while rows come in an order of their own. */
import { sql } from 'kysely';
import { isPostgres } from '../../../mirror/snapshot/catalog/dialect.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { written } from './rows.ts';

/** SQLite's alone, and none that holds rows apart. Returns the statements that make them. */
export async function dropIndexes(db: Db): Promise<string[]> {
  if (isPostgres(db)) return [];
  // In KiB: the pages that rows in no order reach stay in memory. It lasts as long as the connection.
  await sql`pragma cache_size = -2000000`.execute(db);
  const { rows } = await sql<{ name: string; made: string }>`select name, sql as made from sqlite_schema
    where type = 'index' and sql like 'create index%' and tbl_name in (${sql.join([...written, 'library'])})`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows.map(({ made }) => made);
}

export async function makeIndexes(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
