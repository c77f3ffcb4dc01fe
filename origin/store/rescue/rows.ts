/**
 * Public rows out of a mirror's catalog into an empty store: as they are, but for columns that the catalog does not have,
 * which get what makes the store work again without granting anybody anything.
 */
import { sql } from 'kysely';
import type { Db } from '../engine/engine.ts';
import { columnsOf, pagesOf, type Row } from '../moving/rows.ts';
import { copiedTables } from '../moving/tables.ts';
import type { Tables } from '../schema/tables.ts';
import { indexing } from '../search/skillText.ts';
import { type Finding, weightOf } from '../skills/scans/scans.ts';

type Table = keyof Tables;

/** What stands in columns that nobody was shown. */
const standIns: { [T in Table]?: (row: Row) => Row } = {
  skills: ({ latest_version_id }) => ({
    // Chosen: else the next version could move it to another category. What it is found by, and is like, stays as it is shown.
    ...{ category_chosen: 1, indexing, compared: latest_version_id ?? 0 },
  }),
  scans: ({ findings }) => ({ thorough: 1, ...weightOf(JSON.parse(String(findings)) as Finding[]) }),
};

/** What a row of the catalog says that everyone may know; undefined for a table of which there is nothing. */
export type Shown = (table: Table) => ((row: Row) => Row) | undefined;

/** Copies what is `shown`, and nothing else that a hand may have put there, within a transaction of the store. */
export async function copyPublicRows(catalog: Db, store: Db, shown: Shown): Promise<void> {
  // Some rows name what everyone may not know: they are let go of below.
  await sql`pragma defer_foreign_keys = on`.execute(store);
  await sql`delete from counters`.execute(store);
  for (const table of copiedTables) {
    const publicRow = shown(table);
    if (publicRow) await copyTable(catalog, store, table, publicRow);
  }
  await letGo(store);
  await sql`update skills set latest_version_id = null where latest_version_id not in (select id from versions)`.execute(
    store,
  );
  // Who published which version is nobody's business but the team's.
  await sql`update versions set published_by = (select owner_id from skills where skills.id = skill_id)`.execute(store);
  await sql`update scans set (status, scanned_at) = (select scan_status, published_at from versions
    where versions.id = version_id)`.execute(store);
}

async function copyTable(catalog: Db, store: Db, table: Table, publicRow: (row: Row) => Row): Promise<void> {
  const source = { kind: 'sqlite', db: catalog } as const;
  const columns = await columnsOf({ kind: 'sqlite', db: store }, table);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  for await (const page of pagesOf(source, table, columns)) {
    const rows = page.map((row) => ({ ...publicRow(row), ...standIns[table]?.(row) }) as Row);
    const values = rows.map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`);
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(store);
  }
}

/**
 * Rows that name what is not there: a pin on a version that was withdrawn, which hides its member; in a mirror of a part, what
 * belongs to the rest. Who signed is left out where nobody sees them, and the version stays.
 */
async function letGo(store: Db): Promise<void> {
  const { rows } = await sql<{ table: Table; column: string; parent: Table }>`select tables.name as "table",
    keys."from" as "column", keys."table" as parent from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table'`.execute(store);
  // In this order what a row belongs to is looked at before the row.
  for (const each of copiedTables)
    for (const { table, column, parent } of rows.filter((key) => key.table === each)) {
      const [name, key] = [sql.table(table), sql.ref(column)];
      const change = column === 'key_id' ? sql`update ${name} set ${key} = null` : sql`delete from ${name}`;
      await sql`${change} where ${key} is not null and ${key} not in (select id from ${sql.table(parent)})`.execute(
        store,
      );
    }
}
