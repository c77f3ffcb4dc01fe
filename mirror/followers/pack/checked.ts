/** Whether what was copied is what it says: files by their hashes, rows by what is public, versions by the log. */
import { type SqlBool, sql } from 'kysely';
import { parseEntry } from '../../../origin/log/entry.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { type EntityRows, entityTables } from '../../snapshot/catalog/belongings.ts';
import type { RowsKind } from '../../snapshot/catalog/names.ts';
import { publicTables } from '../../snapshot/catalog/publicColumns.ts';
import { checkedFile } from './checkedFile.ts';
import { BrokenPack, type Pack, parsePack } from './pack.ts';
import type { PackedRows } from './shapes.ts';

/** A pack as its lines say, once all of it is what it says. Errors: `BrokenPack`. */
export async function openPack(bytes: Uint8Array): Promise<Pack> {
  const pack = parsePack(bytes);
  for (const item of pack.items) if ('rows' in item) checkRows(item);
  const files = pack.items.filter((item) => 'file' in item).values();
  const check = async () => {
    for (const file of files) await checkedFile(file, pack.head.tagBits);
  };
  await Promise.all(Array.from({ length: width }, check));
  return pack;
}

/** Archives that are unpacked side by side: each may have 25 MB, however small it is. */
const width = 2;

/** Which column of a row says whose it is, where it can be of one entity alone. */
const owners: Partial<Record<keyof EntityRows, string>> = {
  ...{ skills: 'id', versions: 'skill_id', profiles: 'id', kits: 'id', advisories: 'id' },
};

/** Rows of these entities in tables that they have, with public columns and plain values alone. Errors: `BrokenPack`. */
function checkRows({ rows: { kind, ids }, tables }: PackedRows): void {
  for (const [name, rows] of Object.entries(tables)) {
    const table = tablesOf(kind).find((one) => one === name);
    if (!table) throw new BrokenPack(`A ${kind} has no rows of ${name}.`);
    const columns = new Set<string>(publicTables[table].columns.map((column) => column.slice(table.length + 1)));
    const owner = owners[table];
    for (const row of rows) {
      if (owner && !ids.includes(Number(row[owner])))
        throw new BrokenPack(`${name} has a row that is not of its ${kind}.`);
      for (const [column, value] of Object.entries(row)) {
        if (!columns.has(column)) throw new BrokenPack(`${name} has no public column ${column}.`);
        if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value))
          throw new BrokenPack(`${column} of ${name} is no plain value.`);
      }
    }
  }
}

const tablesOf = (kind: RowsKind): readonly (keyof EntityRows)[] => {
  if (kind === 'heads') return ['log_heads'];
  return kind === 'log' ? ['log_entries', 'log_hashes', 'log_checkpoints'] : entityTables(kind);
};

/** Skills that are looked at in one go. */
const atOnce = 500;

/** Versions of these skills that are shown, and that the log does not have or has otherwise. */
export async function unproved(db: Db, skills: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  const name = sql<string>`profiles.handle || ':' || skills.slug || '@' || versions.hash`;
  for (let start = 0; start < skills.length; start += atOnce) {
    const rows = await db
      .selectFrom('versions')
      .innerJoin('skills', 'skills.id', 'versions.skill_id')
      .innerJoin('profiles', 'profiles.id', 'skills.owner_id')
      .leftJoin('log_entries', (join) => join.on(sql<SqlBool>`log_entries.name = ${name}`))
      .select(['versions.bundle_digest', 'log_entries.line', 'log_entries.number'])
      .select(name.as('name'))
      .where('versions.scan_status', '<>', 'incomplete')
      .where('skills.id', 'in', skills.slice(start, start + atOnce))
      .execute();
    // One without its text, which the law may ask for, is still the name of what was there.
    const isOther = ({ number, line, bundle_digest }: (typeof rows)[number]) =>
      number === null || (line !== null && parseEntry(line)['digest'] !== bundle_digest);
    found.push(...rows.filter(isOther).map((row) => row.name));
  }
  return found;
}
