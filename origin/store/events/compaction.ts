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
 * whatever number they ask for. The newest of all stays too, and no number is given twice (AUTOINCREMENT, identity).
 */
async function compactChanges({ engine, signal }: Compaction): Promise<void> {
  const isSuperseded = sql<0 | 1>`case when exists (select 1 from changes as newer where newer.kind = changes.kind
    and newer.entity_id = changes.entity_id and newer.seq > changes.seq) then 1 else 0 end`;
  let from = 0;
  while (!signal?.aborted) {
    const rows = await engine.db
      .selectFrom('changes')
      .select(['seq', isSuperseded.as('superseded')])
      .where('seq', '>', from)
      .orderBy('seq')
      .limit(batchSize)
      .execute();
    const superseded = rows.filter((row) => row.superseded === 1).map(({ seq }) => seq);
    if (superseded.length > 0)
      await engine.write((db) => db.deleteFrom('changes').where('seq', 'in', superseded).execute());
    if (rows.length < batchSize) return;
    from = rows.at(-1)?.seq ?? from;
    await wait(rest);
  }
}

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
