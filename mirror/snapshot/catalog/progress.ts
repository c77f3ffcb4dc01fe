/** How far the catalog follows the store: one row, changed in the same transaction as the rows it speaks of. */
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import type { Position } from '../../../origin/store/events/lineage.ts';
import { isMissingTable, isPostgres } from './dialect.ts';

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
  const columns = await columnsOf(catalog);
  // As earlier programs had it: what they made is made again anyway.
  if (columns.includes('fingerprint')) await sql`drop table snapshot_progress`.execute(catalog);
  await sql`create table if not exists snapshot_progress (
    "only" integer primary key check ("only" = 1), seq bigint not null, event bigint not null, mark text not null,
    made text not null, day integer not null, "full" integer not null)`.execute(catalog);
  await makeRequests(catalog);
}

/** How often a full build was asked for. Programs that don't know of it set it back to 0. */
async function makeRequests(catalog: Db): Promise<void> {
  if (!(await columnsOf(catalog)).includes('requests'))
    await sql`alter table snapshot_progress add column requests integer not null default 0`.execute(catalog);
}

async function columnsOf(catalog: Db): Promise<string[]> {
  const columns = isPostgres(catalog)
    ? sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = 'snapshot_progress'`
    : sql<{ name: string }>`select name from pragma_table_info('snapshot_progress')`;
  return (await columns.execute(catalog)).rows.map(({ name }) => name);
}

/** Changes with each full build that is asked for: one that began before does not answer it. */
export async function requestsOf(catalog: Db): Promise<number> {
  const { rows } = await sql<{ requests: number }>`select requests from snapshot_progress`.execute(catalog);
  return rows[0]?.requests ?? 0;
}

/** Undefined before the first full build began. */
export async function readProgress(catalog: Db): Promise<Progress | undefined> {
  const { rows } = await sql<Progress & { made: string }>`
    select seq, event, mark, made, day, "full" from snapshot_progress`.execute(catalog);
  const [row] = rows;
  return row && { ...row, made: JSON.parse(row.made) };
}

/** The same; also where the table is not there, or is that of an earlier program. */
export const readProgressIfAny = (catalog: Db): Promise<Progress | undefined> =>
  readProgress(catalog).catch((error) => {
    if (isMissingTable(error)) return undefined;
    throw error;
  });

/** Whether the catalog has all that is public, so that it can be asked what there is. It may be that of a builder that just began. */
export async function isFilled(catalog: Db): Promise<boolean> {
  const progress = await readProgressIfAny(catalog);
  return progress !== undefined && progress.full !== 3;
}

export async function writeProgress(catalog: Db, { seq, event, mark, made, day, full }: Progress): Promise<void> {
  await sql`insert into snapshot_progress ("only", seq, event, mark, made, day, "full")
    values (1, ${seq}, ${event}, ${mark}, ${JSON.stringify(made)}, ${day}, ${full})
    on conflict ("only") do update set seq = excluded.seq, event = excluded.event, mark = excluded.mark,
      made = excluded.made, day = excluded.day, "full" = excluded."full"`.execute(catalog);
}

/** A step says how far it is, and nothing of a full build: one may have been asked for since it began. */
export async function writePosition(catalog: Db, { seq, event, mark, day }: Omit<Progress, 'made' | 'full'>) {
  await sql`update snapshot_progress set seq = ${seq}, event = ${event}, mark = ${mark}, day = ${day}`.execute(catalog);
}

/** Makes the next step a full build that looks at every byte. */
export async function requestFullBuild(catalog: Db): Promise<void> {
  await makeRequests(catalog);
  await sql`update snapshot_progress set "full" = case when "full" < 2 then 2 else "full" end, made = '{}', requests = requests + 1`.execute(
    catalog,
  );
}
