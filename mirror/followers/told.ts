/** What a snapshot has to tell after a place in it, in the order of revisions. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../origin/store/engine/engine.ts';
import type { RowsKind, RowsOf } from '../snapshot/catalog/names.ts';
import { loggedTogether } from '../snapshot/catalog/revisions.ts';
import { type Cursor, type Source, sources } from './cursor.ts';

export type Place = Pick<Cursor, 'revision' | 'source' | 'key'>;

/** An entity or file that changed, or a file that went. */
export interface Told extends Place {
  /** Bytes that it is about. */
  size: number;
}

/** Bytes of an entity's rows, about: a skill may have thousands of versions, and who copies it takes no pack without end. */
const ofRows = sql`2000 + case kind
  when 'skill' then 4000 * (select count(*) from versions where skill_id = entity_id)
    + 100 * (select count(*) from library where skill_id = entity_id)
  when 'profile' then 100 * (select count(*) from follows where followed_id = entity_id)
  when 'log' then ${sql.lit(700 * loggedTogether)} else 0 end`;

const tables: Record<Source, { table: string; keys: string[]; size: RawBuilder<unknown> }> = {
  rows: { table: 'snapshot_rows', keys: ['kind', 'entity_id'], size: ofRows },
  files: { table: 'snapshot_files', keys: ['path'], size: sql`size` },
  gone: { table: 'snapshot_gone', keys: ['name'], size: sql`100` },
};

interface Bounds {
  /** The newest revision whose changes are all there. */
  settled: number;
  limit: number;
  /** Which of each source, where that is not all. */
  among?: Record<Source, RawBuilder<unknown>>;
}

export async function toldAfter(db: Db, place: Place, { settled, limit, among }: Bounds): Promise<Told[]> {
  const { revision, source, key } = place;
  // Of a few skills by their paths: in the order of revisions all files of a registry would be looked through.
  const number = among ? sql`+revision` : sql`revision`;
  const found: Told[] = [];
  for (const one of sources) {
    const { table, keys, size } = tables[one];
    const columns = sql.join(keys.map((name) => sql.ref(name)));
    const at = sources.indexOf(one) - sources.indexOf(source);
    const beyond =
      at > 0
        ? sql`${number} >= ${revision}`
        : at < 0 || key.length !== keys.length
          ? sql`${number} > ${at < 0 ? revision : revision - 1}`
          : sql`(${number}, ${columns}) > (${sql.join([revision, ...key])})`;
    const { rows } = await sql<Record<string, string | number>>`select revision, ${columns}, ${size} as bytes
      from ${sql.table(table)} where ${beyond} and ${number} <= ${settled} ${among ? sql`and ${among[one]}` : sql``}
      order by ${number}, ${columns} limit ${sql.lit(limit)}`.execute(db);
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
    .slice(0, limit);
}

/** Items and bytes of files in one pack; it has one item at least. */
export const [mostItems, mostBytes] = [500, 4 * 2 ** 20];

/** As many as fit in one pack. */
export function withinBounds<T extends { size: number }>(found: readonly T[]): T[] {
  let bytes = 0;
  return found.slice(0, mostItems).filter(({ size }, index) => {
    bytes += size;
    return index === 0 || bytes <= mostBytes;
  });
}

/** What one pack is to have. */
export interface Window {
  named: Named;
  /** Files, and what went. */
  told: Told[];
  /** Everything up to here was looked at. */
  place: Place;
  /** Whether there is no more. */
  isWhole: boolean;
}

/** Entities whose rows are sent, and those that are named as ones of which nothing is there. */
export interface Named {
  sent: RowsOf[];
  left: RowsOf[];
}

export const rowsAmong = (told: readonly Told[]): RowsOf[] =>
  told.flatMap(({ source, key: [kind, id] }) =>
    source === 'rows' ? [{ kind: kind as RowsKind, id: Number(id) }] : [],
  );

export async function allAfter(db: Db, from: Place, settled: number): Promise<Window> {
  const found = await toldAfter(db, from, { settled, limit: mostItems });
  const sent = withinBounds(found);
  return {
    named: { sent: rowsAmong(sent), left: [] },
    told: sent.filter(({ source }) => source !== 'rows'),
    place: sent.at(-1) ?? from,
    isWhole: sent.length === found.length && found.length < mostItems,
  };
}
