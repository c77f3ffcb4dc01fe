/**
 * Which files changed, in the order of the transactions that changed them: what mirrors follow that can't look at a file's
 * time. Only who holds the builder's lease writes here, one transaction at a time, so numbers have no gap.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';

export interface Move {
  number: number;
  /** Another where a catalog was emptied and counts again. */
  mark: string;
  /** Undefined for too many to name. */
  paths: string[] | undefined;
}

/** Moves that are kept, and paths of one: who was away for longer looks at everything again. */
const [mostMoves, mostPaths] = [1000, 500];

export async function createMoves(catalog: Db): Promise<void> {
  await sql`create table if not exists snapshot_moves (number bigint primary key, mark text not null, paths text)`.execute(
    catalog,
  );
}

export async function noteMoves(catalog: Db, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const named = paths.length > mostPaths ? null : JSON.stringify(paths);
  await sql`insert into snapshot_moves (number, mark, paths)
    select coalesce(max(number), 0) + 1, cast(${randomUUID()} as text), cast(${named} as text) from snapshot_moves`.execute(
    catalog,
  );
  await sql`delete from snapshot_moves
    where number <= (select max(number) from snapshot_moves) - ${sql.lit(mostMoves)}`.execute(catalog);
}

/** That move itself, if it is still kept, and all after it; the newest alone where no number is given. */
export async function movesFrom(catalog: Db, number: number | undefined): Promise<Move[]> {
  const from = number === undefined ? sql`(select max(number) from snapshot_moves)` : sql`${number}`;
  const { rows } = await sql<{ number: number; mark: string; paths: string | null }>`select number, mark, paths
    from snapshot_moves where number >= ${from} order by number`.execute(catalog);
  return rows.map(({ number, mark, paths }) => ({
    number,
    mark,
    paths: paths === null ? undefined : JSON.parse(paths),
  }));
}
