/**
 * The listed skills as this process holds them, for lists that facets choose (listedColumns.ts). Each change of a listed row has
 * a number in the store (`listed_changes`), so before each answer what changed is read, and nothing else: whoever
 * committed it, an answer is of the newest state.
 */
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Facet, type FacetValue, facets } from '../../contract/facets.ts';
import type { Db } from '../engine/engine.ts';
import { bitOf } from '../schema/facets.ts';
import { type Bitmap, bitmapFor, countBoth, keepAnyOf, setBit } from './bitmaps.ts';
import { type Chosen, countsBy, type FacetCounts } from './facetTally.ts';
import { ListedColumns, type Order } from './listedColumns.ts';

/** The ids of those that have a tag; undefined for all. */
type Tagged = readonly number[] | undefined;

/** Rows of a look at the store: a thread that answers others is not held up for longer. */
const atOnce = 1000;

/** Of tags, in all. */
const keptIds = 200_000;

interface Read {
  newest: number | null;
  number: number | null;
  skill_id: number;
  facets: number | null;
  slug: string | null;
  install_count: number | null;
  downloads_7d: number | null;
  latest_at: number | null;
}

export class Listing {
  readonly #db: Db;
  #columns = new ListedColumns();
  /** The change that it is up to. */
  #known = -1;
  /** As they are at that change. */
  readonly #tags = new LRUCache<string, readonly number[]>({
    maxSize: keptIds,
    sizeCalculation: ({ length }) => length + 1,
  });
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Whether a view is of what this follows: not one within a transaction, nor of what a caller has besides. */
  isFor = ({ db, caller }: { db: Db; caller: unknown }): boolean => db === this.#db && caller === undefined;

  /** Brings it up to all that is committed now. Who asks while a look is on its way shares the one after it. */
  upToDate(): Promise<void> {
    this.#waiting ??= this.#running.then(() => {
      this.#waiting = undefined;
      const look = this.#takeIn();
      // What is behind a lost connection may be an older copy.
      this.#running = look.catch(() => this.#forget());
      return look;
    });
    return this.#waiting;
  }

  async #takeIn(): Promise<void> {
    for (;;) {
      const rows = await this.#after(this.#known);
      const newest = rows[0]?.newest ?? 0;
      if (newest < this.#known) this.#forget();
      else {
        for (const row of rows) if (row.number !== null) this.#put(row);
        if (rows.length < atOnce) return;
      }
    }
  }

  #forget(): void {
    this.#columns = new ListedColumns();
    this.#known = -1;
    this.#tags.clear();
  }

  async #after(known: number): Promise<Read[]> {
    const { rows } = await sql<Read>`select newest, number, changed.skill_id, facets, slug, install_count, downloads_7d,
      latest_at from (select max(number) as newest from listed_changes) as ends left join (select number, skill_id
      from listed_changes where number > ${known} order by number limit ${sql.lit(atOnce)}) as changed on 1 = 1
      left join listed_skills on listed_skills.id = changed.skill_id order by number`.execute(this.#db);
    return rows;
  }

  #put({ number, skill_id, facets: bits, ...row }: Read): void {
    this.#columns.put({
      ...{ id: skill_id, facets: bits, slug: row.slug ?? '' },
      ...{ installs: row.install_count ?? 0, downloads: row.downloads_7d ?? 0, latestAt: row.latest_at ?? 0 },
    });
    this.#known = number ?? this.#known;
    this.#tags.clear();
  }

  async tagged(db: Db, tag: string | undefined): Promise<Tagged> {
    if (tag === undefined) return undefined;
    const [kept, known] = [this.#tags.get(tag), this.#known];
    if (kept) return kept;
    const { rows } = await sql<{ ids: string | null }>`select string_agg(cast(skill_id as text), ',') as ids
      from skill_tags where tag = ${tag}`.execute(db);
    const ids = rows[0]?.ids?.split(',').map(Number) ?? [];
    if (known === this.#known) this.#tags.set(tag, ids);
    return ids;
  }

  page(chosen: Chosen, tagged: Tagged, order: Order, part: { limit: number; offset: number }) {
    const slots = this.#slots(chosen, tagged);
    return { ids: this.#columns.idsIn(slots, order, part), total: countBoth(slots, slots) };
  }

  /** See `tallyFor`. */
  counts(chosen: Chosen, tagged: Tagged): FacetCounts {
    const all = this.#slots(chosen, tagged);
    return countsBy(chosen, (facet) => {
      const slots = chosen[facet] ? this.#slots({ ...chosen, [facet]: undefined }, tagged) : all;
      return (value) => countBoth(slots, this.#having(facet, value));
    });
  }

  #slots(chosen: Chosen, tagged: Tagged): Bitmap {
    const slots = this.#columns.listed();
    for (const facet of facets) {
      const values = chosen[facet];
      if (values)
        keepAnyOf(
          slots,
          values.map((value) => this.#having(facet, value)),
        );
    }
    if (tagged) keepAnyOf(slots, [this.#bitmapOf(tagged)]);
    return slots;
  }

  #having = (facet: Facet, value: FacetValue): Bitmap => this.#columns.having(Math.log2(bitOf(facet, value)));

  #bitmapOf(ids: readonly number[]): Bitmap {
    const bitmap = bitmapFor(this.#columns.size);
    for (const id of ids) {
      const slot = this.#columns.slotOf(id);
      if (slot !== undefined) setBit(bitmap, slot, true);
    }
    return bitmap;
  }
}
