/** What of a snapshot changed, for programs that copy it: what is public alone, since the catalog has nothing else. */
import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { TagBits } from '../../origin/contract/cache.ts';
import { ApiError } from '../../origin/contract/errors.ts';
import type { Site } from '../../origin/read/reading.ts';
import type { Db, Engine } from '../../origin/store/engine/engine.ts';
import { storedRows } from '../snapshot/catalog/belongings.ts';
import { readProgress } from '../snapshot/catalog/progress.ts';
import { readClock, rowsKinds } from '../snapshot/catalog/revisions.ts';
import { type Entry, isOf } from '../snapshot/files/content.ts';
import { encodedFile } from '../snapshot/files/encodedFile.ts';
import { entriesOf } from '../snapshot/files/manifest.ts';
import type { Files } from '../snapshot/files/sink.ts';
import { type Cursor, formatCursor, parseCursor, type Source, sources } from './cursor.ts';
import { logRows } from './logRows.ts';
import { formatPack, formatVersion, type Item, type Pack, type PackedFile, type PackedRows } from './pack.ts';

export interface Feed {
  catalog: Engine;
  files: Pick<Files, 'read'>;
  tagBits: TagBits;
  site: Site;
  /** Steps that this program knows, which the catalog has. */
  schema: number;
}

/** Items and bytes of files in one pack; it has one item at least. */
const [mostItems, mostBytes] = [500, 4 * 2 ** 20];

/**
 * How often it is looked again where a file has other bytes than the manifest says, or a step is under way and there is nothing
 * beside it; and milliseconds in between.
 */
const [mostLooks, betweenLooks] = [20, 50];

/**
 * What comes after a cursor, in the order of revisions; all there is where that can't be gone on with. Errors: `unavailable`
 * where there is no snapshot that a program of now has built.
 */
export async function changesAfter(feed: Feed, after: string | undefined): Promise<Buffer> {
  for (let looks = 1; ; looks += 1) {
    const { head, items, end } = await look(feed, after);
    const isWhole = items.every((item) => !('as' in item && item.as === 'none'));
    // One that is being replaced has another hash in a moment, and a step is through.
    if ((isWhole && (end.isComplete || items.length > 0)) || looks === mostLooks) return formatPack(head, items, end);
    await wait(betweenLooks);
  }
}

async function look({ catalog, files, tagBits, site, schema }: Feed, after: string | undefined): Promise<Pack> {
  const page = await catalog.read(async (db) => {
    const [progress, clock] = [await readProgress(db), await readClock(db)];
    if (!clock || !progress || progress.full === 3) throw new ApiError('unavailable', 'The snapshot is not ready yet.');
    const given = after === undefined ? undefined : parseCursor(after);
    const isKnown = given?.mark === clock.mark && clock.pruned <= given.begun && given.revision <= clock.settled;
    const from: Cursor =
      given && isKnown
        ? given
        : { mark: clock.mark, begun: clock.settled, isFull: true, revision: 0, source: 'rows', key: [] };
    const found = await entriesFrom(db, from, clock.settled);
    const chosen = withinBounds(found);
    const isWhole = chosen.length === found.length && found.length < mostItems;
    const last = chosen.at(-1);
    const place = last && { revision: last.revision, source: last.source, key: last.key };
    const end = { mark: clock.mark, begun: clock.settled, isFull: false };
    const next: Cursor =
      isWhole && !clock.isOpen
        ? { ...end, revision: clock.settled, source: 'gone', key: ['~'] }
        : { ...from, ...place };
    return {
      items: await itemsOf(db, chosen),
      isFull: from.isFull,
      isReset: !isKnown,
      end: { next: formatCursor(next), isComplete: isWhole && !clock.isOpen, position: positionIn(progress) },
    };
  });
  const items = await Promise.all(page.items.map((item) => ('path' in item ? packed(files, item) : item)));
  const { isFull, isReset, end } = page;
  return { head: { pack: formatVersion, site, schema, tagBits, ...(after && { after }), isFull, isReset }, items, end };
}

const positionIn = ({ seq, event, mark, day }: { seq: number; event: number; mark: string; day: number }) => ({
  seq: Number(seq),
  event: Number(event),
  mark,
  day,
});

interface Told {
  revision: number;
  source: Source;
  key: (string | number)[];
  size: number;
}

const tables: Record<Source, { table: string; keys: string[]; size: RawBuilder<unknown> }> = {
  rows: { table: 'snapshot_rows', keys: ['kind', 'entity_id'], size: sql`2000` },
  files: { table: 'snapshot_files', keys: ['path'], size: sql`size` },
  gone: { table: 'snapshot_gone', keys: ['name'], size: sql`100` },
};

/** After the cursor, up to a revision, in order. */
async function entriesFrom(db: Db, { revision, source, key }: Cursor, settled: number): Promise<Told[]> {
  const found: Told[] = [];
  for (const one of sources) {
    const { table, keys, size } = tables[one];
    const columns = sql.join(keys.map((name) => sql.ref(name)));
    const at = sources.indexOf(one) - sources.indexOf(source);
    const beyond =
      at > 0
        ? sql`revision >= ${revision}`
        : at < 0 || key.length !== keys.length
          ? sql`revision > ${at < 0 ? revision : revision - 1}`
          : sql`(revision, ${columns}) > (${sql.join([revision, ...key])})`;
    const { rows } = await sql<Record<string, string | number>>`select revision, ${columns}, ${size} as bytes
      from ${sql.table(table)} where ${beyond} and revision <= ${settled}
      order by revision, ${columns} limit ${sql.lit(mostItems)}`.execute(db);
    found.push(
      ...rows.map((row) => ({
        revision: Number(row['revision']),
        source: one,
        key: keys.map((name) => (name === 'entity_id' ? Number(row[name]) : String(row[name]))),
        size: Number(row['bytes']),
      })),
    );
  }
  return found
    .toSorted(
      (one, other) => one.revision - other.revision || sources.indexOf(one.source) - sources.indexOf(other.source),
    )
    .slice(0, mostItems);
}

function withinBounds(found: readonly Told[]): Told[] {
  let bytes = 0;
  return found.filter(({ size }, index) => {
    bytes += size;
    return index === 0 || bytes <= mostBytes;
  });
}

/** Rows of a kind together, and files as the manifest has them: their bytes are read later. */
async function itemsOf(db: Db, told: readonly Told[]): Promise<(Exclude<Item, PackedFile> | Entry)[]> {
  const namesOf = (source: Source) => told.filter((one) => one.source === source).map(({ key }) => String(key[0]));
  const items: (Exclude<Item, PackedFile> | Entry)[] = [];
  for (const kind of rowsKinds) {
    const ids = told.flatMap(({ source, key: [name, id] }) => (source === 'rows' && name === kind ? [Number(id)] : []));
    if (ids.length === 0) continue;
    const tables = kind === 'log' || kind === 'heads' ? await logRows(db, kind, ids) : await storedRows(db, kind, ids);
    items.push({ rows: { kind, ids }, tables: tables as PackedRows['tables'] });
  }
  const entries = await entriesOf(db, namesOf('files'));
  return [...items, ...entries.values(), ...namesOf('gone').map((gone) => ({ gone }))];
}

/** Without a body where there is none of this hash: it is being replaced, and comes again, or is lost. */
async function packed(files: Pick<Files, 'read'>, { path, ...entry }: Entry): Promise<PackedFile> {
  const file = { file: path, ...entry };
  const { gzip } = entry.forms;
  const form = gzip && (await files.read(encodedFile(path, 'gzip')))?.body;
  if (form && isOf(form, gzip)) return { ...file, as: 'gzip', body: Buffer.from(form).toString('base64') };
  const body = (await files.read(path))?.body;
  if (!body || !isOf(body, entry)) return { ...file, as: 'none', body: '' };
  const text = Buffer.from(body).toString();
  return Buffer.from(text).equals(body)
    ? { ...file, as: 'text', body: text }
    : { ...file, as: 'base64', body: Buffer.from(body).toString('base64') };
}
