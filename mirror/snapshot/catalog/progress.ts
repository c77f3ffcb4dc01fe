/** How far the catalog follows the store: one row, changed in the same transaction as the rows it speaks of. */
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import type { Position } from '../../../origin/store/events/lineage.ts';

/** Where in the store's history the catalog is, and how its files were made. */
export interface Progress extends Position {
  /** By kind, what the files were made with. What is missing has to be made again. */
  made: Partial<Record<string, string>>;
  /** The UTC day that the files which change by day were made on. */
  day: number;
  /**
   * 1 while a full build is under way; 2 where it is to look at every byte of every file; 3 where it does that, and
   * not all that is public has a row in the catalog yet, which was empty.
   */
  full: 0 | 1 | 2 | 3;
}

export async function createProgress(catalog: Db): Promise<void> {
  const columns = await sql<{ name: string }>`select name from pragma_table_info('snapshot_progress')`.execute(catalog);
  // As earlier programs had it: what they made is made again anyway.
  if (columns.rows.some(({ name }) => name === 'fingerprint')) await sql`drop table snapshot_progress`.execute(catalog);
  await sql`create table if not exists snapshot_progress (
    only integer primary key check (only = 1), seq integer not null, event integer not null, mark text not null,
    made text not null, day integer not null, full integer not null)`.execute(catalog);
  await makeRequests(catalog);
}

/** How often a full build was asked for. Programs that don't know of it set it back to 0. */
async function makeRequests(catalog: Db): Promise<void> {
  const { rows } = await sql`select 1 from pragma_table_info('snapshot_progress') where name = 'requests'`.execute(
    catalog,
  );
  if (rows.length === 0)
    await sql`alter table snapshot_progress add column requests integer not null default 0`.execute(catalog);
}

/** Changes with each full build that is asked for: one that began before does not answer it. */
export async function requestsOf(catalog: Db): Promise<number> {
  const { rows } = await sql<{ requests: number }>`select requests from snapshot_progress`.execute(catalog);
  return rows[0]?.requests ?? 0;
}

/** Undefined before the first full build began. */
export async function readProgress(catalog: Db): Promise<Progress | undefined> {
  const { rows } = await sql<Progress & { made: string }>`
    select seq, event, mark, made, day, full from snapshot_progress`.execute(catalog);
  const [row] = rows;
  return row && { ...row, made: JSON.parse(row.made) };
}

/** Whether the catalog has all that is public, so that it can be asked what there is. It may be that of a builder that just began. */
export async function isFilled(catalog: Db): Promise<boolean> {
  try {
    const progress = await readProgress(catalog);
    return progress !== undefined && progress.full !== 3;
  } catch (error) {
    // Or the table is that of an earlier program.
    if (/no such (?:table|column)/.test((error as Error).message)) return false;
    throw error;
  }
}

export async function writeProgress(catalog: Db, { seq, event, mark, made, day, full }: Progress): Promise<void> {
  await sql`insert into snapshot_progress (only, seq, event, mark, made, day, full)
    values (1, ${seq}, ${event}, ${mark}, ${JSON.stringify(made)}, ${day}, ${full})
    on conflict (only) do update set seq = excluded.seq, event = excluded.event, mark = excluded.mark,
      made = excluded.made, day = excluded.day, full = excluded.full`.execute(catalog);
}

/** A step says how far it is, and nothing of a full build: one may have been asked for since it began. */
export async function writePosition(catalog: Db, { seq, event, mark, day }: Omit<Progress, 'made' | 'full'>) {
  await sql`update snapshot_progress set seq = ${seq}, event = ${event}, mark = ${mark}, day = ${day}`.execute(catalog);
}

/** Makes the next step a full build that looks at every byte. */
export async function requestFullBuild(catalog: Db): Promise<void> {
  await makeRequests(catalog);
  await sql`update snapshot_progress set full = max(full, 2), made = '{}', requests = requests + 1`.execute(catalog);
}
