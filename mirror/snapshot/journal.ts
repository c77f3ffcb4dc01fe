/**
 * What the snapshot still has to do, kept in the catalog and changed in the same transaction as its rows: a crash at
 * any point leaves a list of files to look at again, and looking at one twice changes nothing.
 */
import { sql } from 'kysely';
import type { Db } from '../../origin/store/engine.ts';

export interface Progress {
  /** The newest change of the store that the catalog shows. */
  seq: number;
  /** What the files were made with: code, templates and addresses. */
  fingerprint: string;
  /** The UTC day that the files which change by day were made on. */
  day: number;
  /** Whether a full build is under way, so that every file is to be looked at. */
  full: 0 | 1;
}

export async function createJournal(catalog: Db): Promise<void> {
  await sql`create table if not exists snapshot_progress (
    only integer primary key check (only = 1), seq integer not null, fingerprint text not null, day integer not null,
    full integer not null)`.execute(catalog);
  await sql`create table if not exists snapshot_pending (file text primary key)`.execute(catalog);
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

/** Files to look at again. */
export async function addPending(catalog: Db, files: Iterable<string>): Promise<void> {
  for (const file of files) await sql`insert or ignore into snapshot_pending (file) values (${file})`.execute(catalog);
}

export async function pendingFiles(catalog: Db): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`select file from snapshot_pending`.execute(catalog);
  return rows.map(({ file }) => file);
}

export async function clearPending(catalog: Db): Promise<void> {
  await sql`delete from snapshot_pending`.execute(catalog);
}

/** Makes the next step a full build. */
export async function requestFullBuild(catalog: Db): Promise<void> {
  await sql`update snapshot_progress set full = 1`.execute(catalog);
}
