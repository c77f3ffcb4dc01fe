/** Whether what was copied is what it says: every byte by its hash, a version's archive by the name of its content. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type SqlBool, sql } from 'kysely';
import { unpackArchive } from '../../origin/bundle/archive/archive.ts';
import { readFrontmatter } from '../../origin/bundle/frontmatter.ts';
import { licenseText } from '../../origin/bundle/licenseGroup.ts';
import { manifestOf, versionHash } from '../../origin/bundle/manifest.ts';
import { skillFile } from '../../origin/bundle/paths.ts';
import { etagOfFile, type TagBits } from '../../origin/contract/cache.ts';
import { parseEntry } from '../../origin/log/entry.ts';
import { secondsOf } from '../../origin/read/etag.ts';
import type { Db } from '../../origin/store/engine/engine.ts';
import { addressOf } from '../snapshot/address/address.ts';
import { type EntityRows, entityTables } from '../snapshot/catalog/belongings.ts';
import { publicTables } from '../snapshot/catalog/publicColumns.ts';
import type { RowsKind } from '../snapshot/catalog/revisions.ts';
import { type Entry, isOf } from '../snapshot/files/content.ts';
import { encodedFile } from '../snapshot/files/encodedFile.ts';
import { BrokenPack, type Pack, type PackedFile, type PackedRows, parsePack } from './pack.ts';

export interface CheckedFile {
  entry: Entry;
  /** By the path of each, the one before any coding first. */
  files: Map<string, Uint8Array>;
  /** Of an archive of a version: what its SKILL.md says. */
  licence?(): string;
}

const unzip = promisify(gunzip);

/** A pack as its lines say, once all of it is what it says. Errors: `BrokenPack`. */
export async function openPack(bytes: Uint8Array): Promise<Pack> {
  const pack = parsePack(bytes);
  for (const item of pack.items) {
    if ('file' in item) await checkedFile(item, pack.head.tagBits);
    else if ('rows' in item) checkRows(item);
  }
  return pack;
}

/** What was looked at already is not unpacked again. */
const known = new WeakMap<PackedFile, CheckedFile>();

/** Undefined of a file that the leader has lost. Errors: `BrokenPack`. */
export async function checkedFile(item: PackedFile, tagBits: TagBits): Promise<CheckedFile | undefined> {
  const checked = known.get(item) ?? (await checkFile(item, tagBits));
  if (checked) known.set(item, checked);
  return checked;
}

async function checkFile(item: PackedFile, tagBits: TagBits): Promise<CheckedFile | undefined> {
  const { file: path, kind, etag, sha256, size, forms } = item;
  if (item.as === 'none') return undefined;
  const given = Buffer.from(item.body, item.as === 'text' ? 'utf8' : 'base64');
  const isForm = item.as === 'gzip';
  const body = isForm ? await unzip(given, { maxOutputLength: size + 1 }).catch(() => Buffer.alloc(0)) : given;
  if (!isOf(body, item)) throw new BrokenPack(`${path} has other bytes than its hash says.`);
  if (etag !== etagOfFile(secondsOf(sha256, tagBits), size))
    throw new BrokenPack(`${path} has the tag of other bytes.`);
  const files = new Map<string, Uint8Array>([[path, body]]);
  if (isForm && forms.gzip) {
    if (!isOf(given, forms.gzip)) throw new BrokenPack(`${path} has another encoded form than its hash says.`);
    files.set(encodedFile(path, 'gzip'), given);
  }
  const kept = isForm && forms.gzip ? { gzip: forms.gzip } : {};
  const hashed = addressOf(path)?.values['hash'];
  const checked = { entry: { path, kind, etag, sha256, size, forms: kept }, files };
  if (hashed === undefined) return checked;
  const content = await unpackArchive(body).catch(() => []);
  if (versionHash(manifestOf(content)) !== hashed)
    throw new BrokenPack(`${path} has another content than its name says.`);
  const skillMd = content.find((one) => one.path === skillFile)?.bytes ?? new Uint8Array();
  return { ...checked, licence: () => licenceIn(skillMd) };
}

/** As a row of the version has it. */
function licenceIn(skillMd: Uint8Array): string {
  try {
    return licenseText(readFrontmatter(skillMd).license);
  } catch {
    return '';
  }
}

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
