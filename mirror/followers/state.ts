/** What a follower knows of its leader, in the catalog: written with what was taken in. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../origin/store/engine/engine.ts';
import { rowsIn, textsIn } from '../snapshot/catalog/dialect.ts';
import { goneName, type RowsKind, type RowsOf } from '../snapshot/catalog/names.ts';
import type { SeenLog } from './sealLog.ts';

export interface Followed {
  /** Where to go on; undefined before the first. */
  cursor: string | undefined;
  /** The leader's log as it was seen last. */
  log: SeenLog | undefined;
  /** The number of the newest pass over all there is. */
  pass: number;
}

export async function createFollowed(catalog: Db): Promise<void> {
  await sql`create table if not exists snapshot_followed (
    "only" integer primary key check ("only" = 1), "cursor" text, log text, pass bigint not null)`.execute(catalog);
  await sql`insert into snapshot_followed ("only", pass) values (1, 0) on conflict ("only") do nothing`.execute(
    catalog,
  );
  await sql`create table if not exists snapshot_copied (
    name text primary key, path text, kind text, entity_id bigint, pass bigint not null)`.execute(catalog);
}

export async function readFollowed(catalog: Db): Promise<Followed> {
  const { rows } = await sql<{ cursor: string | null; log: string | null; pass: number }>`
    select "cursor", log, pass from snapshot_followed`.execute(catalog);
  const [row] = rows;
  return {
    cursor: row?.cursor ?? undefined,
    log: row?.log ? JSON.parse(row.log) : undefined,
    pass: Number(row?.pass ?? 0),
  };
}

export async function writeFollowed(catalog: Db, { cursor, log, pass }: Followed): Promise<void> {
  await sql`update snapshot_followed set "cursor" = ${cursor ?? null}, log = ${log ? JSON.stringify(log) : null},
    pass = ${pass}`.execute(catalog);
}

/** Remembers what is copied, by the pass that named it. */
export async function noteCopied(
  catalog: Db,
  { paths, changed }: { paths: readonly string[]; changed: readonly RowsOf[] },
  pass: number,
): Promise<void> {
  const named = [
    ...paths.map((path) => [goneName(path), path, null, null]),
    ...changed.map(({ kind, id }) => [`${kind} ${id}`, null, kind, id]),
  ];
  if (named.length === 0) return;
  await sql`insert into snapshot_copied (name, path, kind, entity_id, pass)
    select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as bigint), cast(${pass} as bigint)
    from ${rowsIn(catalog, named)} where true
    on conflict (name) do update set pass = excluded.pass`.execute(catalog);
}

/** The paths of files by the names that are told of them once they have gone; of those that this pass named, if one is given. */
export const pathsOf = (catalog: Db, names: readonly string[], pass?: number): Promise<string[]> =>
  copiedPaths(catalog, sql`name in ${textsIn(catalog, names)} ${pass === undefined ? sql`` : sql`and pass = ${pass}`}`);

export const copiedNow = (catalog: Db): Promise<string[]> => copiedPaths(catalog, sql`true`);

/** What this pass over all there is did not name. */
export async function leftOver(catalog: Db, pass: number): Promise<{ paths: string[]; rows: RowsOf[] }> {
  const paths = await copiedPaths(catalog, sql`pass <> ${pass}`);
  const { rows } = await sql<{ kind: RowsKind; entity_id: number }>`select kind, entity_id from snapshot_copied
    where pass <> ${pass} and kind is not null`.execute(catalog);
  return { paths, rows: rows.map(({ kind, entity_id }) => ({ kind, id: Number(entity_id) })) };
}

async function copiedPaths(catalog: Db, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`select path from snapshot_copied
    where ${which} and path is not null`.execute(catalog);
  return rows.map(({ path }) => path);
}

export async function forgetCopied(catalog: Db, paths: readonly string[], pass?: number): Promise<void> {
  await sql`delete from snapshot_copied where name in ${textsIn(catalog, paths.map(goneName))}`.execute(catalog);
  if (pass !== undefined) await sql`delete from snapshot_copied where pass <> ${pass}`.execute(catalog);
}

/** Files that were named and are not there: the leader had lost them. */
export async function missingFiles(catalog: Db): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`select path from snapshot_copied
    where path is not null and path not in (select path from snapshot_files)`.execute(catalog);
  return rows.map(({ path }) => path);
}
