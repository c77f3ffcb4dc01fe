/** How far the catalog follows the store: one row, changed in the same transaction as the rows it speaks of. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import type { Position } from '../../../origin/store/events/lineage.ts';
import type { Place } from '../address/everyAddress.ts';
import { isMissingTable, isPostgres } from './dialect.ts';

/** Where in the store's history the catalog is, and how its files were made. */
export interface Progress extends Position {
  /** By kind, what the files were made with. What is missing has to be made again. */
  made: Partial<Record<string, string>>;
  /** The UTC day that the files which change by day were made on. */
  day: number;
  /**
   * 2 where a full build is due that looks at every byte of every file; 3 where it does that, and not all that is public has
   * a row in the catalog yet, which was empty; 4 while one is under way that can be gone on with. Programs that don't know
   * of that begin it again.
   */
  full: 0 | 2 | 3 | 4;
}

/** A full build that can be gone on with. */
export interface Underway {
  /** What it makes files with. */
  fingerprints: Partial<Record<string, string>>;
  /** How often one had been asked for as it began. */
  requests: number;
  /** What of that was made in another way before. */
  stale: readonly string[];
  /** Whether it looks at every byte. */
  isThorough: boolean;
  /** Everything up to here is made, and recorded. */
  reached: Place;
  /** Nothing after this is begun: between the two files may be another than the manifest says. */
  begun: Place;
}

export async function createProgress(catalog: Db): Promise<void> {
  const columns = await columnsOf(catalog);
  // As earlier programs had it: what they made is made again anyway.
  if (columns.includes('fingerprint')) await sql`drop table snapshot_progress`.execute(catalog);
  await sql`create table if not exists snapshot_progress (
    "only" integer primary key check ("only" = 1), seq bigint not null, event bigint not null, mark text not null,
    made text not null, day integer not null, "full" integer not null)`.execute(catalog);
  await makeRequests(catalog);
  await makeColumn(catalog, 'underway', sql`text`);
  await makeColumn(catalog, 'revised', sql`bigint`);
}

/** Whether a program that knows of no revisions (revisions.ts) has followed the store since one did that does. */
export async function wasLeftToEarlier(catalog: Db): Promise<boolean> {
  if (!(await columnsOf(catalog)).includes('revised')) return false;
  const { rows } = await sql<{
    seq: number;
    revised: number | null;
  }>`select seq, revised from snapshot_progress`.execute(catalog);
  return rows.some(({ seq, revised }) => seq !== revised);
}

/** How often a full build was asked for. Programs that don't know of it set it back to 0. */
const makeRequests = (catalog: Db): Promise<void> => makeColumn(catalog, 'requests', sql`integer not null default 0`);

async function makeColumn(catalog: Db, name: string, type: RawBuilder<unknown>): Promise<void> {
  if (!(await columnsOf(catalog)).includes(name))
    await sql`alter table snapshot_progress add column ${sql.ref(name)} ${type}`.execute(catalog);
}

/** The full build that can be gone on with. */
export async function readUnderway(catalog: Db): Promise<Underway | undefined> {
  const { rows } = await sql<{ underway: string | null }>`
    select underway from snapshot_progress where "full" = 4`.execute(catalog);
  const [row] = rows;
  return row?.underway ? JSON.parse(row.underway) : undefined;
}

/** To be called once there is progress; without `underway` there is none to go on with. */
export async function writeUnderway(catalog: Db, underway?: Underway): Promise<void> {
  const text = underway ? JSON.stringify(underway) : null;
  await sql`update snapshot_progress set "full" = ${text === null ? sql`"full"` : sql`4`},
    underway = ${text}`.execute(catalog);
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
  await sql`insert into snapshot_progress ("only", seq, event, mark, made, day, "full", revised)
    values (1, ${seq}, ${event}, ${mark}, ${JSON.stringify(made)}, ${day}, ${full}, ${seq})
    on conflict ("only") do update set seq = excluded.seq, event = excluded.event, mark = excluded.mark,
      made = excluded.made, day = excluded.day, "full" = excluded."full", revised = excluded.revised`.execute(catalog);
}

/** A step says how far it is, and nothing of a full build: one may have been asked for since it began. */
export async function writePosition(catalog: Db, { seq, event, mark, day }: Omit<Progress, 'made' | 'full'>) {
  await sql`update snapshot_progress set seq = ${seq}, event = ${event}, mark = ${mark}, day = ${day},
    revised = ${seq}`.execute(catalog);
}

/** Makes the next step a full build that looks at every byte. */
export async function requestFullBuild(catalog: Db): Promise<void> {
  await makeRequests(catalog);
  await sql`update snapshot_progress set "full" = case when "full" < 2 then 2 else "full" end, made = '{}', requests = requests + 1`.execute(
    catalog,
  );
}
