/**
 * What SQLite’s check of everything leaves out where a virtual table or a view comes first in its hash of the schema: it then
 * takes itself for the check of a single table, looks neither at the list of free pages nor for pages that nothing uses, and
 * says “ok”. Which one comes first follows from the names of all, so nobody can rely on it.
 */
import { sql } from 'kysely';
import type { Db } from './engine.ts';
import { isDamage } from './faults.ts';

interface LeftOut {
  /** What is wrong, a line each. */
  lines: string[];
  /** Pages that are neither free nor of a table or index. */
  unused: number;
}

/** Reads every page, after `integrity_check` found nothing. `db` is SQLite’s, and no transaction. */
export async function leftOut(db: Db): Promise<LeftOut> {
  try {
    // The one check of a single table that looks at the list of free pages.
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(sqlite_schema)`.execute(db);
    const lines = rows
      .flatMap((row) => row.integrity_check.split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('***'));
    if (lines.length > 0) return { lines, unused: 0 };
    const unused = await countUnused(db);
    return unused < 0
      ? { lines: [`${-unused} more pages are free or used than there are`], unused: 0 }
      : { lines, unused };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { lines: [(error as Error).message], unused: 0 };
  }
}

/** Below 0 where pages are counted twice. */
async function countUnused(db: Db): Promise<number> {
  // On one snapshot: others may write meanwhile.
  const { unused } = await db.transaction().execute(async (snapshot) => {
    const { rows } = await sql<{ unused: number }>`select pages - free - used - (pages > locked) as unused from
      (select page_count as pages from pragma_page_count), (select freelist_count as free from pragma_freelist_count),
      (select sum(pageno) as used from dbstat where aggregate = 1),
      (select ${sql.lit(firstLocked)} / page_size as locked from pragma_page_size)`.execute(snapshot);
    const [counted] = rows;
    if (!counted) throw new Error('SQLite counts its pages.');
    return counted;
  });
  return unused;
}

/** The byte whose page SQLite leaves to locks, in files that are as large (https://sqlite.org/fileformat2.html#the_lock_byte_page). */
const firstLocked = 2 ** 30;
