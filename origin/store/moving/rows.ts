/** Rows of a whole table, a few at a time and alike on both engines, and a digest of them that no order changes. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../engine/engine.ts';

export type Row = Record<string, unknown>;

/** A store within a transaction. */
export interface Side {
  kind: 'sqlite' | 'postgres';
  db: Db;
}

/** Rows of a page; of contents, of which each may have 5 MiB, few. */
const [rowsAtOnce, contentsAtOnce] = [200, 8];

/** Values that a statement may have, on the engine that takes fewest. */
const mostValues = 30_000;

/** On PostgreSQL all changes that are committed; the view of that name leaves out what is not settled. */
export const nameOn = ({ kind }: Side, table: string): string =>
  table === 'changes' && kind === 'postgres' ? 'noted_changes' : table;

/** The columns that hold what is stored, by their names. */
export async function columnsOf(side: Side, table: string): Promise<string[]> {
  const name = nameOn(side, table);
  const { rows } = await (side.kind === 'sqlite'
    ? sql<{ name: string }>`select name from pragma_table_xinfo(${name}) where hidden = 0`
    : sql<{
        name: string;
      }>`select attname as name from pg_attribute where attrelid = to_regclass(${name}) and attnum > 0
        and not attisdropped and attgenerated = ''`
  ).execute(side.db);
  return rows.map((column) => column.name).sort();
}

export async function countRows(side: Side, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(nameOn(side, table))}`.execute(
    side.db,
  );
  return Number(rows[0]?.rows ?? 0);
}

export async function* pagesOf(side: Side, table: string, columns: readonly string[]): AsyncGenerator<Row[]> {
  const size = Math.min(
    table === 'blobs' ? contentsAtOnce : rowsAtOnce,
    Math.floor(mostValues / Math.max(1, columns.length)),
  );
  const pages = side.kind === 'sqlite' ? pagesByKey : pagesOfCursor;
  const numbers = { last: 0 };
  for await (const page of pages(side, table, columns, size))
    yield table === 'changes' ? page.map((row) => numberedApart(row, numbers)) : page;
}

/**
 * On PostgreSQL all changes of a transaction have one number, on SQLite each has its own. None gets a lower one than it
 * had: who follows is told of some twice, and misses none.
 */
function numberedApart(row: Row, numbers: { last: number }): Row {
  numbers.last = Math.max(Number(row['seq']), numbers.last + 1);
  return { ...row, seq: numbers.last };
}

async function* pagesByKey({ db }: Side, table: string, columns: readonly string[], size: number) {
  const { rows: known } = await sql<{ wr: number }>`select wr from pragma_table_list where schema = 'main' and
    name = ${table}`.execute(db);
  const keys = known[0]?.wr ? await keyOf(db, table) : ['rowid'];
  const key = sql.join(keys.map((name) => sql.ref(name)));
  const named = sql.join([
    ...columns.map((name) => sql.ref(name)),
    ...keys.map((name, nth) => sql`${sql.ref(name)} as ${sql.id(`key ${nth}`)}`),
  ]);
  for (let after: unknown[] | undefined; ; ) {
    const where = after ? sql`where (${key}) > (${sql.join(after)})` : sql``;
    const { rows } = await sql<Row>`select ${named} from ${sql.table(table)} ${where} order by ${key}
      limit ${size}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    after = keys.map((_, nth) => last[`key ${nth}`]);
    yield rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));
  }
}

async function keyOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0
    order by pk`.execute(db);
  return rows.map(({ name }) => name);
}

async function* pagesOfCursor(side: Side, table: string, columns: readonly string[], size: number) {
  const order = table === 'changes' ? sql`order by seq, kind, entity_id` : sql``;
  const named = sql.join(columns.map((name) => sql.ref(name)));
  await sql`declare moving cursor for select ${named} from ${sql.table(nameOn(side, table))} ${order}`.execute(side.db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(size)} from moving`.execute(side.db);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close moving`.execute(side.db);
}

/** The sum of what each row is hashed to: the same rows have the same in any order. */
export class Digest {
  rows = 0;
  #sum = 0n;

  add(page: readonly Row[], columns: readonly string[]): void {
    this.rows += page.length;
    for (const row of page) {
      const said = JSON.stringify(columns.map((name) => sayable(row[name])));
      this.#sum = (this.#sum + BigInt(`0x${hash('sha256', said)}`)) % modulus;
    }
  }

  equals(other: Digest): boolean {
    return this.rows === other.rows && this.#sum === other.#sum;
  }
}

const modulus = 2n ** 256n;

const sayable = (value: unknown): unknown =>
  value instanceof Uint8Array ? { bytes: hash('sha256', value) } : (value ?? null);

export async function digestOf(
  side: Side,
  table: string,
  columns: readonly string[],
  onPage: (rows: number) => void,
): Promise<Digest> {
  const digest = new Digest();
  for await (const page of pagesOf(side, table, columns)) {
    digest.add(page, columns);
    onPage(page.length);
  }
  return digest;
}
