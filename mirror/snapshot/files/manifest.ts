/**
 * The manifest: what is served, one row a file, in the catalog. A row is committed after its file is in place and deleted
 * after it is gone, so it never speaks of a file that is not there whole, but for those that the journal names.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Encoding } from '../../../origin/contract/headers/encodings.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { together } from '../../../origin/store/engine/together.ts';
import { isPostgres, rowsIn, textsIn } from '../catalog/dialect.ts';
import { createRevisions, forgetGone, noteFiles, noteGone, revisionNow } from '../catalog/revisions.ts';
import type { Entry } from './content.ts';
import { createMoves, noteMoves } from './moves.ts';

export async function createManifest(catalog: Db): Promise<void> {
  const [bytes, more] = isPostgres(catalog) ? [sql`bytea`, sql``] : [sql`blob`, sql`without rowid`];
  await sql`create table if not exists snapshot_files (
    path text primary key, kind text not null, etag text not null, sha256 ${bytes} not null, size integer not null,
    br_sha256 ${bytes}, br_size integer, gzip_sha256 ${bytes}, gzip_size integer, revision bigint not null
  ) ${more}`.execute(catalog);
  if (isPostgres(catalog)) await createMoves(catalog);
  await createRevisions(catalog);
}

/** The entries of these files; what the manifest has not, is not among them. */
export async function entriesOf(catalog: Db, paths: readonly string[]): Promise<Map<string, Entry>> {
  const { rows } = await selectRows(sql`path in ${textsIn(catalog, paths)}`).execute(catalog);
  return new Map(rows.map((row) => [row.path, entryOfRow(row)]));
}

/** Up to `limit` entries, in the order of their paths, after this one. */
export async function entriesAfter(catalog: Db, path: string, limit: number): Promise<Entry[]> {
  const { rows } = await selectRows(sql`path > ${path} order by path limit ${limit}`).execute(catalog);
  return rows.map(entryOfRow);
}

export async function countEntries(catalog: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from snapshot_files`.execute(catalog);
  return rows[0]?.count ?? 0;
}

/** Which of these hashes some row names, of a file or of a form. Reads every row. */
export async function namedAmong(catalog: Db, hashes: readonly string[]): Promise<Set<string>> {
  const texts = textsIn(catalog, hashes);
  const asText = (column: string) =>
    isPostgres(catalog) ? sql`encode(${sql.ref(column)}, 'hex')` : sql`lower(hex(${sql.ref(column)}))`;
  const of = (column: string) => sql`select ${asText(column)} as named from snapshot_files
    where ${asText(column)} in ${texts}`;
  const { rows } = await sql<{
    named: string;
  }>`${of('sha256')} union ${of('br_sha256')} union ${of('gzip_sha256')}`.execute(catalog);
  return new Set(rows.map(({ named }) => named));
}

/** Some statements that go out at once, whatever the number of entries. */
export async function recordEntries(catalog: Db, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = rowsIn(
    catalog,
    entries.map(({ path, kind, etag, sha256, size, forms: { br, gzip } }) => {
      return [path, kind, etag, sha256, size, br?.sha256, br?.size, gzip?.sha256, gzip?.size];
    }),
  );
  const bytes = (nth: number) => {
    const text = sql`value ->> ${sql.lit(nth)}`;
    return isPostgres(catalog) ? sql`decode(${text}, 'hex')` : sql`unhex(${text})`;
  };
  const size = (nth: number) => sql`cast(value ->> ${sql.lit(nth)} as integer)`;
  const paths = entries.map(({ path }) => path);
  const recorded = sql`insert into snapshot_files
    (path, kind, etag, sha256, size, br_sha256, br_size, gzip_sha256, gzip_size, revision)
    select value ->> 0, value ->> 1, value ->> 2, ${bytes(3)}, ${size(4)}, ${bytes(5)}, ${size(6)}, ${bytes(7)}, ${size(8)},
      ${revisionNow} from ${rows} where true
    on conflict (path) do update set kind = excluded.kind, etag = excluded.etag, sha256 = excluded.sha256,
      size = excluded.size, br_sha256 = excluded.br_sha256, br_size = excluded.br_size,
      gzip_sha256 = excluded.gzip_sha256, gzip_size = excluded.gzip_size, revision = excluded.revision`;
  await together([noteFiles(catalog), recorded.execute(catalog), forgetGone(catalog, paths)]);
  if (isPostgres(catalog)) await noteMoves(catalog, paths);
}

/** How many there were. */
export async function forgetEntries(catalog: Db, paths: readonly string[]): Promise<number> {
  if (paths.length === 0) return 0;
  const { rows } = await sql<{ path: string }>`delete from snapshot_files where path in ${textsIn(catalog, paths)}
    returning path`.execute(catalog);
  const gone = rows.map(({ path }) => path);
  if (gone.length > 0) await noteGone(catalog, gone);
  if (isPostgres(catalog)) await noteMoves(catalog, gone);
  return gone.length;
}

interface Row {
  path: string;
  kind: string;
  etag: string;
  sha256: Uint8Array;
  size: number;
  br_sha256: Uint8Array | null;
  br_size: number;
  gzip_sha256: Uint8Array | null;
  gzip_size: number;
}

const columns = sql.raw('path, kind, etag, sha256, size, br_sha256, br_size, gzip_sha256, gzip_size');

const selectRows = (condition: RawBuilder<unknown>) =>
  sql<Row>`select ${columns} from snapshot_files where ${condition}`;

/** What is served at these paths, and the number of the newest move, seen at one moment. */
export async function entriesWithMove(
  catalog: Db,
  paths: readonly string[],
): Promise<{ entries: Map<string, Entry>; newest: number }> {
  const { rows } = await sql<Row & { newest: number }>`select ${columns}, newest
    from (select coalesce(max(number), 0) as newest from snapshot_moves) as moves
    left join snapshot_files on path in ${textsIn(catalog, paths)}`.execute(catalog);
  const found = rows.filter(({ path }) => path !== null).map((row) => [row.path, entryOfRow(row)] as const);
  return { entries: new Map(found), newest: rows[0]?.newest ?? 0 };
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function entryOfRow({ path, kind, etag, sha256, size, ...row }: Row): Entry {
  const form = (encoding: Encoding) => {
    const digest = row[`${encoding}_sha256`];
    return digest ? { [encoding]: { sha256: hexOf(digest), size: row[`${encoding}_size`] } } : {};
  };
  return { path, kind, etag, sha256: hexOf(sha256), size, forms: { ...form('br'), ...form('gzip') } };
}
