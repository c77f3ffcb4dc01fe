/**
 * What of the snapshot changed, in an order from which a copy can go on: each file, and the rows of each entity,
 * have the revision that changed them last. Only who builds writes here, one transaction at a time, so what is read at one
 * moment up to a revision is all there is up to it.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { together } from '../../../origin/store/engine/together.ts';
import { isMissingTable, isPostgres, rowsIn, textsIn } from './dialect.ts';
import { entityTables } from './forget.ts';
import { goneName, type RowsOf } from './names.ts';
import { wasLeftToEarlier } from './progress.ts';

/** Entries of the log whose rows belong together: as many as are copied again where one of them changes. */
export const loggedTogether = 32;

export interface Clock {
  /** Another one where revisions began again, so that nothing can be gone on with. */
  mark: string;
  /** The newest whose changes are all there: of a step that was cut short there is nothing beyond it to be had. */
  settled: number;
  /** Whether there is more than that, of a step that is under way. */
  isOpen: boolean;
  /** Of what went at this revision or before, nobody can be told any more. */
  pruned: number;
}

/** Seconds that it is known for what went: who was away for longer compares all there is. */
const goneFor = 8 * 86_400;

const seconds = () => Math.floor(Date.now() / 1000);

export async function createRevisions(catalog: Db): Promise<void> {
  await sql`create table if not exists snapshot_clock (
    "only" integer primary key check ("only" = 1), mark text not null, revision bigint not null, open_from bigint,
    pruned bigint not null)`.execute(catalog);
  await sql`create table if not exists snapshot_rows (
    kind text not null, entity_id bigint not null, revision bigint not null, primary key (kind, entity_id))`.execute(
    catalog,
  );
  await sql`create index if not exists snapshot_rows_by_revision on snapshot_rows (revision, kind, entity_id)`.execute(
    catalog,
  );
  await sql`create index if not exists snapshot_files_by_revision on snapshot_files (revision, path)`.execute(catalog);
  await sql`create table if not exists snapshot_gone (
    name text primary key, revision bigint not null, at bigint not null)`.execute(catalog);
  await sql`create index if not exists snapshot_gone_by_revision on snapshot_gone (revision, name)`.execute(catalog);
  if (!(await readClock(catalog)) || (await wasLeftToEarlier(catalog))) await beginAgain(catalog);
  await pruneGone(catalog);
}

/** Gives all there is a revision, under another mark. */
async function beginAgain(catalog: Db): Promise<void> {
  const newest = sql`(select coalesce(max(revision), 0) + 1 from snapshot_files)`;
  await sql`insert into snapshot_clock ("only", mark, revision, pruned) values (1, ${randomUUID()}, ${newest}, 0)
    on conflict ("only") do update set mark = excluded.mark, revision = excluded.revision, open_from = null,
      pruned = 0`.execute(catalog);
  for (const table of ['snapshot_gone', 'snapshot_rows']) await sql`delete from ${sql.table(table)}`.execute(catalog);
  for (const [kind, table] of entityTables)
    await sql`insert into snapshot_rows select ${sql.lit(kind)}, id, ${newest} from ${sql.table(table)}`.execute(
      catalog,
    );
  await sql`insert into snapshot_rows select distinct 'log', number / ${sql.lit(loggedTogether)}, ${newest}
    from log_entries`.execute(catalog);
  await sql`insert into snapshot_rows values ('moderation', 0, ${newest}), ('counter', 0, ${newest}),
    ('heads', 0, ${newest})`.execute(catalog);
}

/** Undefined in a catalog that no program of now has opened for building. */
export async function readClock(catalog: Db): Promise<Clock | undefined> {
  const clock = sql<{ mark: string; revision: number; open_from: number | null; pruned: number }>`
    select mark, revision, open_from, pruned from snapshot_clock`;
  const { rows } = await clock.execute(catalog).catch((error) => {
    if (isMissingTable(error)) return { rows: [] };
    throw error;
  });
  const [row] = rows;
  if (!row) return undefined;
  const { mark, revision, open_from, pruned } = row;
  return { mark, settled: open_from ?? revision, isOpen: open_from !== null && open_from < revision, pruned };
}

const tick = (catalog: Db) => sql`update snapshot_clock set revision = revision + 1`.execute(catalog);

/** The revision that a transaction is at. Catalogs that nobody copies have none. */
export const revisionNow = sql`coalesce((select revision from snapshot_clock), 0)`;

/** The rows of these changed. */
export async function noteRows(catalog: Db, changed: readonly RowsOf[]): Promise<void> {
  const once = new Map(changed.map((one) => [`${one.kind} ${one.id}`, [one.kind, one.id]] as const));
  if (once.size === 0) return;
  await together([
    tick(catalog),
    sql`insert into snapshot_rows (kind, entity_id, revision)
      select value ->> 0, cast(value ->> 1 as bigint), ${revisionNow} from ${rowsIn(catalog, [...once.values()])} where true
      on conflict (kind, entity_id) do update set revision = excluded.revision`.execute(catalog),
  ]);
}

/** Files changed, or went: what is recorded of them in the same transaction is at the next revision. */
export const noteFiles = tick;

export async function noteGone(catalog: Db, paths: readonly string[]): Promise<void> {
  await together([
    tick(catalog),
    sql`insert into snapshot_gone (name, revision, at)
      select value ->> 0, ${revisionNow}, cast(${seconds()} as bigint)
      from ${rowsIn(
        catalog,
        paths.map((path) => [goneName(path)]),
      )} where true
      on conflict (name) do update set revision = excluded.revision, at = excluded.at`.execute(catalog),
  ]);
}

/** They are there again. */
export const forgetGone = (catalog: Db, paths: readonly string[]) =>
  sql`delete from snapshot_gone where name in ${textsIn(catalog, paths.map(goneName))}`.execute(catalog);

export async function pruneGone(catalog: Db): Promise<void> {
  const old = sql`at < cast(${seconds() - goneFor} as bigint)`;
  await sql`update snapshot_clock set pruned =
    ${isPostgres(catalog) ? sql`greatest` : sql`max`}(pruned, coalesce((select max(revision) from snapshot_gone where ${old}), 0))`.execute(
    catalog,
  );
  await sql`delete from snapshot_gone where ${old}`.execute(catalog);
}

/** From here on what changes belongs to a step: until it is through, nobody copies any of it. */
export const openStep = (catalog: Db) =>
  sql`update snapshot_clock set open_from = coalesce(open_from, revision)`.execute(catalog);

/** The step is through. */
export const settleStep = (catalog: Db) => sql`update snapshot_clock set open_from = null`.execute(catalog);
