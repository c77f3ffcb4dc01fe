/** What keeps the numbers of changes in order on PostgreSQL, where they are the numbers of transactions. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import type { Engine } from './engine.ts';

/** The step of the schema that this comes with. */
const since = 31;

/**
 * Numbers go on from the newest change. What was copied into this database, or moved to another server with it, may be
 * numbered past the transactions of this one.
 */
export async function keepNumbersInOrder(db: Kysely<Tables>, write: Engine['write'], version: number): Promise<void> {
  if (version < since) return;
  const newest = sql`(select greatest((select max(seq) from noted_changes), (select max(number) from noted_listed_changes)))`;
  const { rows } = await sql`select 1 from change_base
    where pg_snapshot_xmax(pg_current_snapshot())::text::bigint + base <= ${newest}`.execute(db);
  if (rows.length === 0) return;
  await write((transaction) =>
    sql`update change_base set base = ${newest} + 1 - pg_current_xact_id()::text::bigint`.execute(transaction),
  );
}

/** Milliseconds between two times that totals are folded by one program. */
const foldEvery = 10_000;

/** Folds what was added to totals into them, after a write and now and then: `end` resolves when nothing is under way. */
export function foldsTotals(write: Engine['write'], version: number): { write: Engine['write']; end(): Promise<void> } {
  let foldedAt = performance.now();
  let folding: Promise<unknown> | undefined;
  const fold = () => {
    if (folding || version < since || performance.now() - foldedAt < foldEvery) return;
    foldedAt = performance.now();
    folding = write((db) => sql`select settle_totals()`.execute(db), { owners: [] })
      // The next one folds what this one left.
      .catch(() => undefined)
      .finally(() => {
        folding = undefined;
      });
  };
  return {
    write: async (work, scope) => {
      const done = await write(work, scope);
      fold();
      return done;
    },
    end: async () => void (await folding),
  };
}
