/** Where the files of skills and kits are: a folder each, and nothing of another in it. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { fileOf } from '../../snapshot/address/address.ts';
import { idsIn, isPostgres } from '../../snapshot/catalog/dialect.ts';
import type { RowsKind, RowsOf } from '../../snapshot/catalog/names.ts';

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

/** Of these skills and kits, as they are called now: of another handle all files have gone, which is told. */
export async function foldersOf(db: Db, rows: readonly RowsOf[]): Promise<string[]> {
  const idsOf = (kind: RowsKind) =>
    idsIn(
      db,
      rows.flatMap((one) => (one.kind === kind ? [one.id] : [])),
    );
  const { rows: named } = await sql<{ kind: string; author: string; slug: string }>`
    select 'skill' as kind, p.handle as author, s.slug from skills as s join profiles as p on p.id = s.owner_id
      where s.id in ${idsOf('skill')} union all
    select 'kit' as kind, p.handle as author, k.slug from kits as k join profiles as p on p.id = k.owner_id
      where k.id in ${idsOf('kit')}`.execute(db);
  return named.map(({ kind, author, slug }) =>
    folderOf(
      kind === 'skill'
        ? fileOf({ id: 'getSkill', values: { author, slug } })
        : fileOf({ id: 'kitPage', values: { owner: author, slug } }),
    ),
  );
}

/** Of a row of `snapshot_files`. */
export function isBelow(db: Db, folders: readonly string[]): RawBuilder<SqlBool> {
  if (folders.length === 0) return sql<SqlBool>`1 = 0`;
  const path = isPostgres(db) ? sql`path collate "C"` : sql`path`;
  // `0` is what comes after `/`.
  const each = folders.map((folder) => sql`(${path} > ${`${folder}/`} and ${path} < ${`${folder}0`})`);
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`;
}

/** Folders that are asked for in one statement. */
const atOnce = 100;

export async function filesBelow(db: Db, folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let start = 0; start < folders.length; start += atOnce) {
    const { rows } = await sql<{ path: string }>`select path from snapshot_files
      where ${isBelow(db, folders.slice(start, start + atOnce))}`.execute(db);
    found.push(...rows.map(({ path }) => path));
  }
  return found;
}
