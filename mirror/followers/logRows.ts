/** The transparency log of a snapshot as rows: handed to who copies it, and taken in by them, who compute every hash again. */
import { type SqlBool, sql } from 'kysely';
import { parseCheckpoint } from '../../origin/log/checkpoint.ts';
import { parseEntry } from '../../origin/log/entry.ts';
import { leafHash } from '../../origin/log/hash.ts';
import { LogError } from '../../origin/log/logError.ts';
import { splitNote } from '../../origin/log/note.ts';
import { signatureLine } from '../../origin/log/signatureLine.ts';
import type { Db } from '../../origin/store/engine/engine.ts';
import { together } from '../../origin/store/engine/together.ts';
import { logHeads } from '../../origin/store/log/read.ts';
import type { EntityRows } from '../snapshot/catalog/belongings.ts';
import { idsIn } from '../snapshot/catalog/dialect.ts';
import { publicTables } from '../snapshot/catalog/publicColumns.ts';
import { loggedTogether } from '../snapshot/catalog/revisions.ts';

/** Entries with the checkpoints that end among them, and the hashes of those that lost their text; or whose the log is. */
export async function logRows(db: Db, kind: 'log' | 'heads', ids: readonly number[]): Promise<EntityRows> {
  if (kind === 'heads') return { log_heads: await logHeads(db) };
  const among = (number: string) => sql<SqlBool>`${sql.ref(number)} / ${sql.lit(loggedTogether)} in ${idsIn(db, ids)}`;
  // The few that are asked for lie together: so that no more is looked at.
  const [first, end] = [Math.min(...ids) * loggedTogether, (Math.max(...ids) + 1) * loggedTogether];
  const entries = db
    .selectFrom('log_entries')
    .where('log_entries.number', '>=', first)
    .where('log_entries.number', '<', end)
    .where(among('log_entries.number'));
  const [log_entries, log_hashes, log_checkpoints] = await together([
    entries.select(publicTables.log_entries.columns).orderBy('number').execute(),
    entries
      .innerJoin('log_hashes', (join) =>
        join.onRef('log_hashes.number', '=', 'log_entries.number').on('log_hashes.level', '=', 0),
      )
      .where('line', 'is', null)
      .select(publicTables.log_hashes.columns)
      .execute(),
    db
      .selectFrom('log_checkpoints')
      .select(publicTables.log_checkpoints.columns)
      .where('size', '>=', first)
      .where('size', '<=', end)
      .execute(),
  ]);
  return { log_entries, log_hashes, log_checkpoints };
}

interface LogEntry {
  number: number;
  skill_id: number | null;
  name: string | null;
  line: string | null;
}

interface Given {
  log_entries?: readonly LogEntry[];
  log_hashes?: readonly { level: number; number: number; hash: Uint8Array }[];
  log_checkpoints?: readonly { size: number; note: string }[];
}

/**
 * Puts entries and checkpoints in place of those that there are. What an entry says may go, and its hash stays. Hashes above
 * those of entries are left to `sealLog`. Errors: `LogError` where an entry is another than it was, or not what it is called.
 */
export async function putLogRows(db: Db, ids: readonly number[], rows: EntityRows): Promise<void> {
  const { log_entries = [], log_hashes = [], log_checkpoints = [] } = rows as Given;
  const groups = new Set(ids);
  const redacted = new Map(log_hashes.map(({ number, hash }) => [number, Buffer.from(hash)]));
  const entries = log_entries.map(({ number, skill_id, name, line }) => {
    if (!groups.has(Math.floor(number / loggedTogether)))
      throw new LogError('malformed', `Entry ${number} is out of place.`);
    const hash = line === null ? redacted.get(number) : hashOfEntry(number, name, line);
    if (hash?.length !== 32) throw new LogError('malformed', `Entry ${number} has no hash.`);
    return { row: { number, skill_id, name, line }, hash };
  });
  for (let start = 0; start < entries.length; start += rowsAtOnce)
    await putEntries(db, entries.slice(start, start + rowsAtOnce));
  for (let start = 0; start < log_checkpoints.length; start += rowsAtOnce)
    await putCheckpoints(db, log_checkpoints.slice(start, start + rowsAtOnce));
}

/** Rows of a statement. */
const rowsAtOnce = 200;

async function putEntries(db: Db, entries: readonly { row: LogEntry; hash: Buffer }[]): Promise<void> {
  const numbers = entries.map(({ row }) => row.number);
  const known = await db
    .selectFrom('log_hashes')
    .select(['number', 'hash'])
    .where('level', '=', 0)
    .where('number', 'in', numbers)
    .execute();
  const had = new Map(known.map(({ number, hash }) => [Number(number), hash]));
  for (const { row, hash } of entries)
    if (had.get(row.number)?.equals(hash) === false)
      throw new LogError('proof', `Entry ${row.number} of the log is another than it was.`);
  const fresh = entries.filter(({ row }) => !had.has(row.number));
  await together([
    db.deleteFrom('log_entries').where('number', 'in', numbers).execute(),
    db
      .insertInto('log_entries')
      .values(entries.map(({ row }) => row))
      .execute(),
    fresh.length > 0 &&
      db
        .insertInto('log_hashes')
        .values(fresh.map(({ row, hash }) => ({ level: 0, number: row.number, hash })))
        .execute(),
  ]);
}

/** To one that was looked at only signatures of others may be added. */
async function putCheckpoints(db: Db, checkpoints: readonly { size: number; note: string }[]): Promise<void> {
  const known = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'note'])
    .where(
      'size',
      'in',
      checkpoints.map(({ size }) => size),
    )
    .execute();
  const had = new Map(known.map(({ size, note }) => [Number(size), note]));
  for (const { size, note } of checkpoints) {
    const before = had.get(size);
    if (before !== undefined && signedBy(before) !== signedBy(note))
      throw new LogError('proof', `The checkpoint over ${size} entries is another than it was.`);
  }
  await db
    .insertInto('log_checkpoints')
    .values(checkpoints.map(({ size, note }) => ({ size, note })))
    .onConflict((conflict) => conflict.column('size').doUpdateSet((e) => ({ note: e.ref('excluded.note') })))
    .execute();
}

/** What the log itself says and signs in a checkpoint. */
function signedBy(note: string): string {
  const { text, signatures } = splitNote(note);
  const { origin } = parseCheckpoint(text);
  return [text, ...signatures.filter(({ name }) => name === origin).map(signatureLine)].join('\n');
}

/** The name, where it has one, is that of the version that it says was published. */
function hashOfEntry(number: number, name: string | null, line: string): Buffer {
  const { type, subject } = parseEntry(line);
  if (typeof type !== 'string' || (name !== null && (type !== 'version.published' || subject !== name)))
    throw new LogError('malformed', `Entry ${number} is not of what it is called.`);
  return leafHash(Buffer.from(line));
}
