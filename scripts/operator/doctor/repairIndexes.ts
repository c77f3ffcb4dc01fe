import { sql } from 'kysely';
import { takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { isDamage } from '../../../origin/store/engine/faults.ts';
import { sqliteFile } from '../../../origin/store/engine/open.ts';
import { compactSqlite } from '../../../origin/store/engine/sqlite.ts';
import { beforeFile, copyDurably } from '../backup/backup.ts';
import type { OperatorContext } from '../operatorContext.ts';
import type { Repairs } from './check.ts';
import { sqliteDamage, unusedPages } from './sqliteDamage.ts';

/**
 * Indexes alone, each from its table. Which of the two was damaged nobody can tell where both can be read, so the store as it
 * was is kept, and rows that they differed in are named.
 */
export async function repairIndexes({ engine, settings }: OperatorContext, repairs: Repairs): Promise<void> {
  const damage = await sqliteDamage(engine.db);
  const byIndex = Map.groupBy(damage, ({ isDerived }) => isDerived);
  byIndex.delete(undefined);
  if (byIndex.size === 0) return;
  const named = [...byIndex.keys()].join(', ');
  const failed = (why: string) => void repairs.failed.push(`Indexes were not repaired (${named}): ${why}.`);
  const lock = await takeBuilderLock(snapshotPaths(settings.dataDir).builderLock);
  if (!lock) return failed('stop the registry first');
  try {
    const store = sqliteFile(settings.dataDir);
    const kept = beforeFile(settings.dataDir);
    // In one transaction, so that nothing changes in the store while it is copied with its newest writes.
    await engine.write(async (db) => {
      for (const suffix of ['', '-wal']) await copyDurably(store + suffix, kept + suffix);
      for (const index of byIndex.keys()) if (index !== unusedPages) await remake(db, String(index));
    });
    await compactSqlite(store);
    if (byIndex.delete(unusedPages))
      repairs.done.push(`Pages that nothing used were given back; the store as it was is in ${kept}.`);
    for (const [index, found] of byIndex)
      repairs.done.push(
        `The index ${index} was made again from its table; the store as it was is in ${kept}. ` +
          `Compare the table with a backup: ${found.map(({ what }) => what).join('; ')}.`,
      );
  } catch (error) {
    if (!isDamage(error) && (error as { code?: string }).code !== 'SQLITE_CONSTRAINT') throw error;
    failed((error as Error).message);
  } finally {
    await lock.release();
  }
}

/**
 * Makes another index of the same columns, and lets the schema point to that one. REINDEX, and dropping it, would first walk
 * through the pages that are damaged (https://sqlite.org/pragma.html#pragma_writable_schema).
 */
async function remake(db: Db, index: string): Promise<void> {
  const { rows } = await sql<{ table: string; definition: string | null }>`
    select tbl_name as "table", sql as definition from sqlite_schema where type = 'index' and name = ${index}`.execute(
    db,
  );
  const [known] = rows;
  if (!known) throw new Error(`There is no index ${index}.`);
  // What a constraint made has no text; it is of plain columns, and unique.
  const text =
    known.definition?.replace(/^create\s+(unique\s+)?index\s+\S+/i, 'create $1index remade') ??
    `create unique index remade on "${known.table}" (${await columnsOf(db, index)})`;
  await sql.raw(text).execute(db);
  await sql`pragma writable_schema = on`.execute(db);
  await sql`update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'remade')
    where type = 'index' and name = ${index}`.execute(db);
  await sql`delete from sqlite_schema where name = 'remade'`.execute(db);
  await sql`pragma writable_schema = reset`.execute(db);
}

async function columnsOf(db: Db, index: string): Promise<string> {
  const { rows } = await sql<{ name: string; coll: string; desc: number }>`
    select name, coll, "desc" from pragma_index_xinfo(${index}) where key = 1 order by seqno`.execute(db);
  return rows.map(({ name, coll, desc }) => `"${name}" collate ${coll} ${desc ? 'desc' : 'asc'}`).join(', ');
}
