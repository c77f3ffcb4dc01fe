/** A store as SQL text that another database of its engine can run: its schema, every row, and where ids go on. */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import type { EngineName } from '../../engines.ts';

/** `made` are the statements that made the schema: SQLite keeps them by itself. */
export const dumpOf = (name: EngineName, engine: Engine, made: readonly string[]): Promise<string> =>
  engine.read(async (db) => {
    const statements = await (name === 'sqlite' ? ofSqlite(db) : ofPostgres(db, made));
    return statements.map((statement) => `${statement.trim().replace(/;$/, '')};\n`).join('\n');
  });

async function ofSqlite(db: Db): Promise<string[]> {
  const schema = await rowsOf(
    db,
    sql<{ kind: string; name: string; sql: string }>`select coalesce(list.type, part.type) as kind, part.name, part.sql
      from sqlite_schema as part left join pragma_table_list as list on list.name = part.name
      where part.name not like 'sqlite_%' order by part.rowid`,
  );
  const {
    table = [],
    virtual = [],
    shadow = [],
    index = [],
    trigger = [],
  } = Object.groupBy(schema, ({ kind }) => kind);
  const made = (parts: typeof schema) => parts.map((part) => part.sql);
  const names = (parts: typeof schema) => parts.map(({ name }) => name);
  const columns = (name: string) => sql<{ name: string }>`select name from pragma_table_info(${name})`;
  const inserts = (tables: string[]) => insertsOf(db, tables, columns, (column) => sql`quote(${column})`);
  return [
    ...made(table),
    ...(await inserts([...names(table), 'sqlite_sequence'])),
    ...made(virtual),
    // What an index of text begins with.
    ...names(shadow).map((name) => `delete from ${name}`),
    ...(await inserts(names(shadow))),
    ...made(index),
    ...made(trigger),
  ];
}

async function ofPostgres(db: Db, made: readonly string[]): Promise<string[]> {
  const tables = sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const sequences = sql<{ name: string; last: number }>`select sequencename as name, last_value as last
    from pg_sequences where last_value is not null order by 1`;
  const columns = (name: string) => sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${name} and is_generated = 'NEVER' order by ordinal_position`;
  const names = (await rowsOf(db, tables)).map(({ name }) => name);
  return [
    ...made,
    // No trigger counts rows that were counted.
    'set session_replication_role = replica',
    ...(await insertsOf(db, names, columns, (column) => sql`quote_nullable(${column}::text)`)),
    'set session_replication_role = origin',
    ...(await rowsOf(db, sequences)).map(({ name, last }) => `select setval('${name}', ${last})`),
  ];
}

/** The database writes the values: numbers that ours could not hold among them. */
async function insertsOf(
  db: Db,
  tables: readonly string[],
  columnsOf: (table: string) => RawBuilder<{ name: string }>,
  literal: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<string[]> {
  const statements: string[] = [];
  for (const table of tables) {
    const columns = (await rowsOf(db, columnsOf(table))).map(({ name }) => name);
    const values = sql.join(
      columns.map((column) => literal(sql.ref(column))),
      sql` || ', ' || `,
    );
    const rows = await rowsOf(db, sql<{ row: string }>`select ${values} as "row" from ${sql.table(table)} order by 1`);
    const lines = rows.map(({ row }) => `(${row})`).join(',\n');
    if (lines) statements.push(`insert into ${table} (${columns.join(', ')}) values\n${lines}`);
  }
  return statements;
}

const rowsOf = async <R>(db: Db, query: RawBuilder<R>): Promise<R[]> => (await query.execute(db)).rows;
