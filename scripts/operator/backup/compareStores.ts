/** Two stores in SQLite, row by row: every table, those of text indexes too. */
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';

export interface Compared {
  tables: number;
  rows: number;
  /** Rows by table that are missing, too many or other than in `db`. */
  differing: Record<string, number>;
}

/** `db` is one connection, with a transaction; `file` is attached to it. In the order of keys, so that nothing is sorted. */
export async function compareStores(db: Db, file: string): Promise<Compared> {
  await sql`attach ${file} as restored`.execute(db);
  const tables = await tablesOf(db, 'main');
  const others = new Map((await tablesOf(db, 'restored')).map((table) => [table.name, table]));
  const compared: Compared = { tables: tables.length, rows: 0, differing: {} };
  for (const { name, hasRowid } of tables) {
    const rows = await count(db, 'main', name);
    compared.rows += rows;
    const isThere = others.delete(name);
    const same = isThere ? await countSame(db, name, hasRowid) : 0;
    const differing = Math.max(rows, isThere ? await count(db, 'restored', name) : 0) - same;
    if (differing > 0 || !isThere) compared.differing[name] = differing;
  }
  for (const name of others.keys()) compared.differing[name] = await count(db, 'restored', name);
  return compared;
}

async function tablesOf(db: Db, schema: string): Promise<{ name: string; hasRowid: boolean }[]> {
  const { rows } = await sql<{ name: string; wr: number }>`select name, wr from pragma_table_list
    where schema = ${schema} and type in ('table', 'shadow') and name not like 'sqlite_%' order by name`.execute(db);
  return rows.map(({ name, wr }) => ({ name, hasRowid: wr === 0 }));
}

async function count(db: Db, schema: string, name: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.id(schema, name)}`.execute(db);
  return rows[0]?.rows ?? 0;
}

async function countSame(db: Db, name: string, hasRowid: boolean): Promise<number> {
  const { rows: columns } = await sql<{ name: string; pk: number }>`
    select name, pk from pragma_table_info(${name}, 'main')`.execute(db);
  const keys = hasRowid ? [sql`own.rowid = other.rowid`] : columns.filter(({ pk }) => pk > 0).map(equal);
  const { rows } = await sql<{ same: number }>`select count(*) as same from ${sql.id('main', name)} as own
    join ${sql.id('restored', name)} as other on ${sql.join(keys, sql` and `)}
    where ${sql.join(columns.map(equal), sql` and `)}`.execute(db);
  return rows[0]?.same ?? 0;
}

const equal = ({ name }: { name: string }) => sql`${sql.id('own', name)} is ${sql.id('other', name)}`;
