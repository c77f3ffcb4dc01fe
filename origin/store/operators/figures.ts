/** The registry in numbers for its operators: each read off an index or a total that is kept, whatever its size. */
import { type AliasedExpression, sql } from 'kysely';
import { mostCounted as most } from '../../contract/subjects/counted.ts';
import { corpusVersion } from '../../scan/detectors.ts';
import type { Db } from '../engine/engine.ts';
import { secondsOfDay } from '../schema/indexing.ts';
import { isToSettle } from '../skills/scans/dueScans.ts';

/** Accounts made on each UTC day from this one on (days since 1970), by days that had one. */
export async function signUpsByDay(db: Db, firstDay: number): Promise<Map<number, number>> {
  const day = sql<number>`profiles.created_at / ${sql.lit(secondsOfDay)}`;
  const rows = await db
    .selectFrom('profiles')
    .where(sql<boolean>`kind = 'user'`)
    .where('created_at', '>=', firstDay * secondsOfDay)
    .groupBy(day)
    .select((e) => [day.as('day'), e.fn.countAll<number>().as('total')])
    .execute();
  return new Map(rows.map((row) => [Number(row.day), Number(row.total)]));
}

/** Scans that are due, and those made after `since`: each counted no further than one above `most`. */
export async function scanFigures(db: Db, since: number): Promise<{ waiting: number; last_day: number }> {
  const standing = db
    .selectFrom('scans')
    .innerJoin('versions', 'versions.id', 'scans.version_id')
    .where('versions.withdrawn_at', 'is', null)
    .select('scans.version_id')
    .limit(most + 1);
  // Each by its own index: both conditions in one look at every report, and the + keeps SQLite from the index of all.
  const older = standing.where('scans.corpus_version', '<', corpusVersion);
  const unsettled = standing.where(isToSettle).where(sql<number>`+scans.corpus_version`, '>=', corpusVersion);
  const lately = db
    .selectFrom('scans')
    .where('scanned_at', '>', since)
    .select('version_id')
    .limit(most + 1);
  const countOf = async (rows: { as(alias: 'some'): AliasedExpression<{ version_id: number }, 'some'> }) => {
    const counted = db.selectFrom(rows.as('some')).select((e) => e.fn.countAll<number>().as('total'));
    return Number((await counted.executeTakeFirstOrThrow()).total);
  };
  const waiting = (await countOf(older)) + (await countOf(unsettled));
  return { waiting: Math.min(waiting, most + 1), last_day: await countOf(lately) };
}

/** Of reports, or of appeals. */
export async function openCases(
  db: Db,
  of: 'reports' | 'appeals',
): Promise<{ total: number; oldest_at: number | null }> {
  const { total, oldest_at } = await db
    .selectFrom(of)
    .where('resolved_at', 'is', null)
    .select((e) => [e.fn.countAll<number>().as('total'), e.fn.min('created_at').as('oldest_at')])
    .executeTakeFirstOrThrow();
  return { total: Number(total), oldest_at: oldest_at === null ? null : Number(oldest_at) };
}

/** The newest event that everyone sees. */
export async function newestActivity(db: Db): Promise<{ id: number; created_at: number } | null> {
  const row = await db
    .selectFrom('activity')
    .where(sql<boolean>`shown = 1`)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'created_at'])
    .executeTakeFirst();
  return row ?? null;
}
