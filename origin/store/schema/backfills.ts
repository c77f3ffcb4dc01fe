/**
 * What a step of the schema left to be done for each row of a table, while the origin serves: a few rows in a write
 * transaction of their own, in which is noted how far it is. So whoever is killed loses nothing, and programs that do it
 * at the same time share the work. What is public must not depend on whether it is done: the catalog does not know.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Engine } from '../engine/engine.ts';

interface Options {
  /** Hears of each piece up to which id it goes, of which. */
  onProgress?(progress: { version: number; done: number; total: number }): void;
  signal?: AbortSignal;
  batchSize?: number;
}

/** Milliseconds of rest after each piece, so that other writes come first. */
const rest = 5;

/** Resolves when nothing is left to be done, or `signal` ends. */
export async function runBackfills(
  engine: Engine,
  { onProgress, signal, batchSize = 500 }: Options = {},
): Promise<void> {
  while (!signal?.aborted && (await firstOf(engine.db))) {
    const progress = await engine.write((db) => fillPiece(db, batchSize));
    if (progress) onProgress?.(progress);
    await wait(rest);
  }
}

interface Pending {
  version: number;
  part: number;
  rows_of: string;
  statement: string;
  next_id: number;
}

async function firstOf(db: Db): Promise<Pending | undefined> {
  return (await sql<Pending>`select * from backfills order by version, part limit 1`.execute(db)).rows[0];
}

async function fillPiece(db: Db, batchSize: number) {
  const pending = await firstOf(db);
  if (!pending) return undefined;
  const { version, part, rows_of, statement, next_id } = pending;
  const { rows } = await sql<{ last: number | null; total: number | null }>`select max(id) as last, (select max(id) from
    ${sql.table(rows_of)}) as total from (select id from ${sql.table(rows_of)} where id >= ${next_id}
    order by id limit ${batchSize}) as piece`.execute(db);
  const { last = null, total = null } = rows[0] ?? {};
  const here = sql`version = ${version} and part = ${part}`;
  if (last === null || total === null) {
    await sql`delete from backfills where ${here}`.execute(db);
    return undefined;
  }
  const piece = statement.replaceAll(':first', String(next_id)).replaceAll(':last', String(last));
  await sql.raw(piece).execute(db);
  await sql`update backfills set next_id = ${last + 1} where ${here}`.execute(db);
  return { version, done: last, total };
}
