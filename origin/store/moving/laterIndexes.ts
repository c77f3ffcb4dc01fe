/** Indexes of text on PostgreSQL, made once all rows are there: row by row that takes most of the time of a move. */
import { sql } from 'kysely';
import type { Db } from '../engine/engine.ts';

interface Index {
  name: string;
  definition: string;
  /** Of its columns that have a target of their own: `1 0` is none of the first. */
  statistics: string[];
}

/** Drops them within the transaction; what is returned makes them as they were. */
export async function setIndexesAside(db: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<Index>`select relname as name, pg_get_indexdef(indexrelid) as definition,
    array(select attnum || ' ' || attstattarget from pg_attribute where attrelid = indexrelid and attstattarget >= 0)
    as statistics from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'listed_texts'::regclass and not indisprimary`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  return async () => {
    for (const { name, definition, statistics } of rows) {
      await sql.raw(definition).execute(db);
      for (const [column, target] of statistics.map((each) => each.split(' ').map(Number)))
        await sql`alter index ${sql.id(name)} alter column ${sql.lit(column)} set statistics ${sql.lit(target)}`.execute(
          db,
        );
    }
  };
}
