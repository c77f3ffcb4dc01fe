/** The store that is moved: read in one view, by a program that changes nothing in it. */
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { writeLock } from '../engine/postgresWrites.ts';
import type { Side } from './rows.ts';

const written = 'The store was written to meanwhile: a program still runs. Stop the registry, and run this again.';

/** Rejects where something writes, so that nothing is left behind that was acknowledged. */
export async function readStill<T>(
  { kind, engine }: { kind: Side['kind']; engine: Engine },
  work: (source: Side) => Promise<T>,
): Promise<T> {
  if (kind === 'postgres')
    return engine.read(async (db) => {
      await sql`select set_config('idle_in_transaction_session_timeout', '0', true),
        set_config('statement_timeout', '0', true)`.execute(db);
      const { rows } = await sql<{
        had: boolean;
      }>`select pg_try_advisory_xact_lock(${sql.lit(writeLock)}) as had`.execute(db);
      if (!rows[0]?.had) throw new Error(written);
      return work({ kind, db });
    });
  const version = async () =>
    (await sql<{ data_version: number }>`pragma data_version`.execute(engine.db)).rows[0]?.data_version;
  const before = await version();
  const done = await engine.read((db) => work({ kind, db }));
  if ((await version()) !== before) throw new Error(written);
  return done;
}

/** Statements of steps that are still to run in pieces. */
export async function countBackfills({ db }: Engine): Promise<number> {
  const { rows } = await sql<{ left: number }>`select count(*) as left from backfills`.execute(db);
  return Number(rows[0]?.left ?? 0);
}
