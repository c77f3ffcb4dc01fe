/** Copies a whole store into an empty one of the other engine, and compares the two: all of it within their transactions. */
import { sql } from 'kysely';
import { setIndexesAside } from './laterIndexes.ts';
import { columnsOf, countRows, Digest, digestOf, nameOn, pagesOf, type Row, type Side } from './rows.ts';
import { copiedTables, derivedTables } from './tables.ts';

export interface Copied {
  tables: number;
  rows: number;
  derivedTables: number;
  derivedRows: number;
  /** Rows by table, of those that have any. */
  each: Record<string, number>;
}

interface Hearing {
  onProgress(progress: { done: number; total: number; what: 'rows copied' | 'rows compared' }): void;
  /** Hears of each table that is copied. */
  onTable(table: string, rows: number): void;
  signal?: AbortSignal;
}

/** Rejects where anything is not as it was; what was written is then to be taken back. */
export async function copyStore(source: Side, target: Side, hearing: Hearing): Promise<Copied> {
  const columns = await columnsOn(source, target);
  await refuseFilled(target);
  const counts = new Map<string, number>();
  for (const table of columns.keys()) counts.set(table, await countRows(source, table));
  const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
  const progress = (what: Parameters<Hearing['onProgress']>[0]['what']) => {
    let done = 0;
    return (rows: number) => {
      hearing.signal?.throwIfAborted();
      done += rows;
      hearing.onProgress({ done: Math.min(done, total), total, what });
    };
  };

  const digests = new Map<string, Digest>();
  const onCopied = progress('rows copied');
  const makeIndexes = target.kind === 'postgres' ? await setIndexesAside(target.db) : undefined;
  await sql`delete from counters`.execute(target.db);
  for (const table of copiedTables) {
    const digest = await copyTable(source, target, { table, columns: columns.get(table) ?? [], onCopied });
    digests.set(table, digest);
    if (digest.rows > 0) hearing.onTable(table, digest.rows);
  }
  for (const table of derivedTables)
    digests.set(table, await digestOf(source, table, columns.get(table) ?? [], onCopied));
  await makeIndexes?.();
  await (target.kind === 'postgres' ? finishPostgres(source, target) : finishSqlite(source, target));

  const onCompared = progress('rows compared');
  for (const [table, digest] of digests) {
    const there = await digestOf(target, table, columns.get(table) ?? [], onCompared);
    if (!there.equals(digest))
      throw new Error(`${table} came out other than it is: ${digest.rows} rows, and ${there.rows} in the new store.`);
  }
  const rowsOf = (tables: readonly string[]) => tables.reduce((sum, table) => sum + (digests.get(table)?.rows ?? 0), 0);
  return {
    tables: copiedTables.length,
    rows: rowsOf(copiedTables),
    derivedTables: derivedTables.length,
    derivedRows: rowsOf(derivedTables),
    each: Object.fromEntries([...digests].flatMap(([table, { rows }]) => (rows > 0 ? [[table, rows]] : []))),
  };
}

async function columnsOn(source: Side, target: Side): Promise<Map<string, string[]>> {
  const columns = new Map<string, string[]>();
  for (const table of [...copiedTables, ...derivedTables]) {
    const [own, others] = [await columnsOf(source, table), await columnsOf(target, table)];
    if (own.length === 0 || own.join() !== others.join()) throw new Error(`${table} has other columns there.`);
    columns.set(table, own);
  }
  return columns;
}

/** Counters are there from the beginning. */
async function refuseFilled(target: Side): Promise<void> {
  for (const table of copiedTables) {
    if (table === 'counters') continue;
    const { rows } = await sql`select 1 from ${sql.table(nameOn(target, table))} limit 1`.execute(target.db);
    if (rows.length > 0)
      throw new Error(`The database already holds a store, with rows in ${table}. Name an empty database.`);
  }
}

interface Copying {
  table: string;
  columns: readonly string[];
  onCopied(rows: number): void;
}

async function copyTable(source: Side, target: Side, { table, columns, onCopied }: Copying): Promise<Digest> {
  const digest = new Digest();
  const into = sql`insert into ${sql.table(nameOn(target, table))} (${sql.join(columns.map((name) => sql.ref(name)))})`;
  for await (const page of pagesOf(source, table, columns)) {
    if (target.kind === 'postgres') refuseNul(table, page);
    digest.add(page, columns);
    const values = page.map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`);
    try {
      await sql`${into} values ${sql.join(values)}`.execute(target.db);
    } catch (error) {
      const [first, last] = [page[0], page.at(-1)].map((row) => naming(row ?? {}));
      throw new Error(`${table}, from ${first} to ${last}: ${(error as Error).message}`, { cause: error });
    }
    onCopied(page.length);
  }
  return digest;
}

/** PostgreSQL has no such letter in a text. */
function refuseNul(table: string, page: readonly Row[]): void {
  for (const row of page)
    for (const [column, value] of Object.entries(row))
      if (typeof value === 'string' && value.includes('\0'))
        throw new Error(
          `${table}, ${naming(row)}: ${column} holds a NUL, which PostgreSQL can’t store. Nothing was moved.`,
        );
}

/** What a row is known by: its id, or whatever identifies it without telling what it says. */
const naming = (row: Row): string =>
  Object.entries(row)
    .filter(([name]) => name === 'id' || name === 'hash' || name === 'path' || name.endsWith('_id'))
    .filter(([name], _, known) => name === 'id' || !known.some(([other]) => other === 'id'))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || 'a row';

/** Ids go on where they were, also past rows that are gone. What totals were added up from is folded. */
async function finishPostgres(source: Side, target: Side): Promise<void> {
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence
    where name <> 'changes' and seq > 0`.execute(source.db);
  for (const { name, seq } of rows)
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${seq})`.execute(target.db);
  await sql`select settle_totals()`.execute(target.db);
  for (const table of [...copiedTables, 'listed_skills', 'skill_tags', 'listed_texts', 'settled_search_words'])
    await sql`analyze ${sql.table(nameOn(target, table))}`.execute(target.db);
}

/** The same; and what searches read is one piece again, which grew in many. */
async function finishSqlite(source: Side, target: Side): Promise<void> {
  const { rows } = await sql<{ name: string; seq: number }>`select relname as name,
    pg_sequence_last_value(pg_get_serial_sequence(relname, 'id')) as seq from pg_attribute
    join pg_class on pg_class.oid = attrelid where attidentity <> '' and attname = 'id'
    and relnamespace = current_schema()::regnamespace`.execute(source.db);
  for (const { name, seq } of rows) {
    if (seq === null) continue;
    await sql`delete from sqlite_sequence where name = ${name}`.execute(target.db);
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${seq})`.execute(target.db);
  }
  for (const table of ['skills', 'kits', 'profiles'])
    for (const index of [`${table}_folded`, `${table}_bigrams`, `${table}_tokens`])
      await sql`insert into ${sql.table(index)} (${sql.ref(index)}) values ('optimize')`.execute(target.db);
}
