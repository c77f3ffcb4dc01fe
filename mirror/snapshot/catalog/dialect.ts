/** What the snapshot’s own tables have to know of the engine that they are in. */
import { type Kysely, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';

/** Whether a table is not there, or is that of an earlier program. */
export const isMissingTable = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message: string };
  return ['42P01', '42703'].includes(String(code)) || /no such (?:table|column)/.test(message);
};

/** What is only said so in one of the two languages is chosen by this. */
export const isPostgres = (db: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Texts as a query of theirs: one value however many they are, so that it stays the same query. */
export const textsIn = (db: Db, texts: readonly string[]): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) as value)`
    : sql`(select value from json_each(${JSON.stringify(texts)}))`;

/** The same of ids. */
export const idsIn = (db: Db, ids: readonly number[]): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`(select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
    : sql`(select value from json_each(${JSON.stringify(ids)}))`;

/**
 * Whether a column is one of these ids: found by its index also beside another such condition, where PostgreSQL goes through
 * the whole table for those in a query.
 */
export const among = (db: Db, column: string, ids: readonly number[]): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql`${sql.ref(column)} = any (${`{${ids.join(',')}}`}::bigint[])`
    : sql`${sql.ref(column)} in ${idsIn(db, ids)}`;

/** Rows with one column, `value`, each an array of which `value ->> 0` is the first. */
export const rowsIn = (db: Db, rows: readonly (readonly unknown[])[]): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as each(value)`
    : sql`json_each(${JSON.stringify(rows)})`;
