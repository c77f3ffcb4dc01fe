/** How far the scrub is, and how the last whole one ended: one row beside the manifest that it goes by. */
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';

/** What was looked at, what was wrong, and what was made again. */
export interface Scrubbed {
  files: number;
  found: number;
  fixed: number;
}

export interface ScrubState extends Scrubbed {
  /** The last file that was looked at, in the order of the manifest. */
  path: string;
  /** Unix seconds; 0 while none is under way. */
  startedAt: number;
  last?: Scrubbed & { startedAt: number; endedAt: number };
}

export const noScrub: ScrubState = { path: '', startedAt: 0, files: 0, found: 0, fixed: 0 };

export async function createScrubState(catalog: Db): Promise<void> {
  await sql`create table if not exists snapshot_scrub ("only" integer primary key check ("only" = 1), state text not null)`.execute(
    catalog,
  );
}

export async function readScrubState(catalog: Db): Promise<ScrubState> {
  const { rows } = await sql<{ state: string }>`select state from snapshot_scrub`.execute(catalog);
  return rows[0] ? JSON.parse(rows[0].state) : noScrub;
}

export async function writeScrubState(catalog: Db, state: ScrubState): Promise<void> {
  await sql`insert into snapshot_scrub ("only", state) values (1, ${JSON.stringify(state)})
    on conflict ("only") do update set state = excluded.state`.execute(catalog);
}
