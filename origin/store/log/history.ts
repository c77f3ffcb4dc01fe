/** What the log has no entry of though everyone sees it: all there was before there was a log, or what an earlier program wrote. */
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { enter, unentered } from './append.ts';
import { logSize } from './rows.ts';

/** Skills that are looked at at a time: what a takedown may have to wait for. */
const atOnce = 500;

/** Enters versions that have no entry, some skills a call. Each call resolves to how many it entered; undefined once it is done. */
export function entering(engine: Engine, now: () => number): () => Promise<number | undefined> {
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
    // Looked at before anything is locked: mostly there is nothing.
    const found = (await unentered(engine.db, which, now())).length;
    if (found > 0)
      await engine.write(async (db) => enter(db, await logSize(db), await unentered(db, which, now())), { owners: [] });
    last = newest;
    return found;
  };
}
