/**
 * The manifest: what is served, one row a file, in the catalog. A row is committed after its file is in place and deleted
 * after it is gone, so it never speaks of a file that is not there whole, but for those that the journal names.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Encoding } from '../../../origin/contract/encodings.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import type { Entry } from './content.ts';

export async function createManifest(catalog: Db): Promise<void> {
  await sql`create table if not exists snapshot_files (
    path text primary key, kind text not null, etag text not null, sha256 blob not null, size integer not null,
    br_sha256 blob, br_size integer, gzip_sha256 blob, gzip_size integer, revision integer not null
  ) without rowid`.execute(catalog);
}

/** The entries of these files; what the manifest has not, is not among them. */
export async function entriesOf(catalog: Db, paths: readonly string[]): Promise<Map<string, Entry>> {
  const { rows } = await selectRows(sql`path in (select value from json_each(${JSON.stringify(paths)}))`).execute(
    catalog,
  );
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

/** `revision` is the newest change of the store that the files show. One statement, whatever their number. */
export async function recordEntries(catalog: Db, entries: readonly Entry[], revision: number): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ path, kind, etag, sha256, size, forms: { br, gzip } }) => {
    return [path, kind, etag, sha256, size, br?.sha256, br?.size, gzip?.sha256, gzip?.size];
  });
  await sql`insert or replace into snapshot_files
    (path, kind, etag, sha256, size, br_sha256, br_size, gzip_sha256, gzip_size, revision)
    select value ->> 0, value ->> 1, value ->> 2, unhex(value ->> 3), value ->> 4, unhex(value ->> 5), value ->> 6,
      unhex(value ->> 7), value ->> 8, ${revision}
    from json_each(${JSON.stringify(rows)})`.execute(catalog);
}

export async function forgetEntries(catalog: Db, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await sql`delete from snapshot_files where path in (select value from json_each(${JSON.stringify(paths)}))`.execute(
    catalog,
  );
}

interface Row {
  path: string;
  kind: string;
  etag: string;
  sha256: string;
  size: number;
  br_sha256: string | null;
  br_size: number;
  gzip_sha256: string | null;
  gzip_size: number;
}

const selectRows = (condition: RawBuilder<unknown>) => sql<Row>`
  select path, kind, etag, lower(hex(sha256)) as sha256, size, lower(hex(br_sha256)) as br_sha256, br_size,
    lower(hex(gzip_sha256)) as gzip_sha256, gzip_size
  from snapshot_files where ${condition}`;

function entryOfRow({ path, kind, etag, sha256, size, ...row }: Row): Entry {
  const form = (encoding: Encoding) => {
    const digest = row[`${encoding}_sha256`];
    return digest ? { [encoding]: { sha256: digest, size: row[`${encoding}_size`] } } : {};
  };
  return { path, kind, etag, sha256, size, forms: { ...form('br'), ...form('gzip') } };
}
