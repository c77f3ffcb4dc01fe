/** How far the catalog follows the store: one row, changed in the same transaction as the rows it speaks of. */
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';

export interface Progress {
  /** The newest change of the store that the catalog shows. */
  seq: number;
  /** What the files were made with: code, templates and addresses. */
  fingerprint: string;
  /** The UTC day that the files which change by day were made on. */
  day: number;
  /** 1 while a full build is under way; 2 where it is to look at every byte of every file, as somebody asked for. */
  full: 0 | 1 | 2;
}

export async function createProgress(catalog: Db): Promise<void> {
  await sql`create table if not exists snapshot_progress (
    only integer primary key check (only = 1), seq integer not null, fingerprint text not null, day integer not null,
    full integer not null)`.execute(catalog);
}

/** Undefined before the first full build began. */
export async function readProgress(catalog: Db): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`select seq, fingerprint, day, full from snapshot_progress`.execute(catalog);
  return rows[0];
}

export async function writeProgress(catalog: Db, { seq, fingerprint, day, full }: Progress): Promise<void> {
  await sql`insert into snapshot_progress (only, seq, fingerprint, day, full)
    values (1, ${seq}, ${fingerprint}, ${day}, ${full})
    on conflict (only) do update set seq = excluded.seq, fingerprint = excluded.fingerprint, day = excluded.day,
      full = excluded.full`.execute(catalog);
}

/** Makes the next step a full build that looks at every byte. */
export async function requestFullBuild(catalog: Db): Promise<void> {
  await sql`update snapshot_progress set full = 2`.execute(catalog);
}
