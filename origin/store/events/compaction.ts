/**
 * What goes from the logs, so that they don't grow with every write there ever was: changes that a newer one of the same
 * entity supersedes, and private events that are old. Public events, and those that the audit log tells of, stay.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/** Seconds. */
export const privateEventLifetime = 90 * 24 * 60 * 60;

/** Rows that one write takes away at most. */
export const batchSize = 1000;

/** Milliseconds of rest after each batch, so that other writes come first. */
const rest = 20;

interface Compaction {
  engine: Engine;
  /** Unix seconds. */
  now: number;
  signal?: AbortSignal;
}

/** Goes over both logs once. Whoever is stopped, or killed, has lost nothing but the way. */
export async function compact(compaction: Compaction): Promise<void> {
  await compactChanges(compaction);
  await compactEvents(compaction);
}

/**
 * Readers ask for the entities after a number, and the newest change of each stays: so they are told of the same ones,
 * whatever number they ask for. The newest of all stays too, and no number is given twice (AUTOINCREMENT, transactions).
 */
async function compactChanges({ engine, signal }: Compaction): Promise<void> {
  const isSuperseded = sql<0 | 1>`case when exists (select 1 from changes as newer where newer.kind = changes.kind
    and newer.entity_id = changes.entity_id and newer.seq > changes.seq) then 1 else 0 end`;
  let from: Place = { seq: 0, kind: '', entity_id: 0 };
  while (!signal?.aborted) {
    const { rows } = await sql<Place & { superseded: 0 | 1 }>`select seq, kind, entity_id, ${isSuperseded} as superseded
      from changes where seq >= ${from.seq} and (seq, kind, entity_id) > ${placed(from)}
      order by seq, kind, entity_id limit ${sql.lit(batchSize)}`.execute(engine.db);
    const superseded = rows.filter((row) => row.superseded === 1).map(placed);
    if (superseded.length > 0)
      await engine.write((db) =>
        sql`delete from changes where (seq, kind, entity_id) in (values ${sql.join(superseded)})`.execute(db),
      );
    if (rows.length < batchSize) return;
    from = rows.at(-1) ?? from;
    await wait(rest);
  }
}

/** Of a change: those of one transaction may have one number. */
interface Place {
  seq: number;
  kind: string;
  entity_id: number;
}

const placed = ({ seq, kind, entity_id }: Place) =>
  sql`(cast(${seq} as bigint), cast(${kind} as text), cast(${entity_id} as bigint))`;

async function compactEvents({ engine, now, signal }: Compaction): Promise<void> {
  const old = engine.db
    .selectFrom('events')
    .select('id')
    .where('lasting', '=', 0)
    .where('created_at', '<', now - privateEventLifetime)
    .orderBy('created_at')
    .limit(batchSize);
  while (!signal?.aborted) {
    const ids = (await old.execute()).map(({ id }) => id);
    if (ids.length > 0) await engine.write((db) => db.deleteFrom('events').where('id', 'in', ids).execute());
    if (ids.length < batchSize) return;
    await wait(rest);
  }
}
