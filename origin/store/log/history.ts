/**
 * What the log has no entry of though everyone sees it, and what it still says though it went private: of before there was a
 * log, or of what an earlier program wrote, which queues nothing.
 */
import { type SqlBool, sql } from 'kysely';
import type { Db, Engine } from '../engine/engine.ts';
import { together } from '../engine/together.ts';
import { enter, takeOut } from './append.ts';
import { logSize } from './rows.ts';
import { unentered } from './unentered.ts';

/** Skills that are looked at at a time: what a takedown may have to wait for. */
const atOnce = 500;

/** Catches up with some skills a call. Each call resolves to how many entries that took; undefined once it is done. */
export function catchingUp(engine: Engine, now: () => number): () => Promise<number | undefined> {
  let last = 0;
  return async () => {
    const skills = await engine.db
      .selectFrom('skills')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const newest = skills.at(-1)?.id;
    if (newest === undefined) return undefined;
    const which = sql<SqlBool>`skills.id > ${last} and skills.id <= ${newest}`;
    const look = (db: Db) => together([stillNamed(db, which), unentered(db, which, now())]);
    // Looked at before anything is locked: mostly there is nothing.
    const [named, missing] = await look(engine.db);
    if (named.length + missing.length > 0)
      await engine.write(
        async (db) => {
          const [named, missing] = await look(db);
          await enter(db, await logSize(db), [...(await takeOut(db, named, now())), ...missing]);
        },
        { owners: [] },
      );
    last = newest;
    return named.length + missing.length;
  };
}

/** Private skills that entries name. */
async function stillNamed(db: Db, which: ReturnType<typeof sql<SqlBool>>): Promise<number[]> {
  const rows = await db
    .selectFrom('log_entries')
    .innerJoin('skills', 'skills.id', 'log_entries.skill_id')
    .select('skills.id')
    .distinct()
    .where(which)
    .where('skills.visibility', '<>', 'public')
    .execute();
  return rows.map(({ id }) => id);
}
