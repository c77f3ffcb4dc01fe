/**
 * The listed skills as this process holds them, for lists that facets choose (listedColumns.ts) and for searches
 * (listedTerms.ts). Each change of one has a number in the store (`listed_changes`), so before each answer what changed is
 * read, and nothing else: whoever committed it, an answer is of the newest state.
 */
import { sql } from 'kysely';
import { type Facet, type FacetValue, facets } from '../../contract/facets.ts';
import type { Db, Engine } from '../engine/engine.ts';
import { bitOf } from '../schema/facets.ts';
import { nameMark, words } from '../schema/indexing.ts';
import { type Bitmap, bitmapFor, countBoth, keepAnyOf, setBit } from './bitmaps.ts';
import { type Chosen, countsBy, type FacetCounts } from './facetTally.ts';
import { ListedColumns, type Order } from './listedColumns.ts';
import { type ListedChange, listedRow, termsIn } from './listedRow.ts';
import { ListedTerms, tagKey } from './listedTerms.ts';

type Text = Pick<Engine, 'havingEach'>;

/** The slots of those that have a tag; undefined for all. */
type Tagged = Bitmap | undefined;

type Ids = string | null | undefined;

/** Rows of a look at the store: a thread that answers others is not held up for longer. */
const atOnce = 1000;

/** As many words are read before anybody asks for them, so many at a time; fewer skills are looked through at once. */
const [expected, inTurn, many] = [500, 8, 10_000];

export class Listing {
  readonly #db: Db;
  #columns = new ListedColumns();
  readonly #terms = new ListedTerms();
  /** The change that it is up to. */
  #known = -1;
  #isLoaded = false;
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  #expecting: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Whether it follows what is read there: not within a transaction. */
  isOf = (db: Db): boolean => db === this.#db;

  /** Whether a view shows no more than this: a caller may have skills of their own. */
  isFor = ({ db, caller }: { db: Db; caller: unknown }): boolean => this.isOf(db) && caller === undefined;

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
      const withTexts = !this.#terms.isEmpty;
      const rows = await this.#after(this.#known, withTexts);
      const newest = rows[0]?.newest ?? 0;
      if (newest < this.#known) this.#forget();
      else {
        for (const row of rows) if (row.number !== null) this.#put(row, withTexts);
        this.#isLoaded ||= rows.length < atOnce;
        if (rows.length < atOnce) return;
      }
    }
  }

  #forget(): void {
    this.#columns = new ListedColumns();
    this.#known = -1;
    this.#isLoaded = false;
    this.#terms.clear();
  }

  async #after(known: number, withTexts: boolean): Promise<ListedChange[]> {
    const texts = withTexts ? sql`${sql.raw(words('skills'))} as terms, skills.tags` : sql`null as terms, null as tags`;
    const { rows } = await sql<ListedChange>`select newest, number, changed.skill_id, listed_skills.facets,
      listed_skills.slug, listed_skills.install_count, listed_skills.downloads_7d, listed_skills.latest_at,
      skills.deprecated, ${texts} from (select max(number) as newest from listed_changes) as ends
      left join (select number, skill_id from listed_changes where number > ${known} order by number
      limit ${sql.lit(atOnce)}) as changed on 1 = 1 left join listed_skills on listed_skills.id = changed.skill_id
      left join skills on skills.id = listed_skills.id order by number`.execute(this.#db);
    return rows;
  }

  #put(change: ListedChange, withTexts: boolean): void {
    const { capacity } = this.#columns;
    const slot = this.#columns.put(listedRow(change));
    this.#known = change.number ?? this.#known;
    // What was kept meanwhile is of a time that nobody knows.
    if (!withTexts || this.#columns.capacity !== capacity) this.#terms.clear();
    else if (slot !== undefined) this.#terms.put(slot, termsIn(change));
  }

  async tagged(db: Db, tag: string | undefined): Promise<Tagged> {
    if (tag === undefined) return undefined;
    const key = tagKey(tag);
    const found = await this.#slotsOf([key], async () => {
      const { rows } = await sql<{ ids: Ids }>`select string_agg(cast(skill_id as text), ',') as ids
        from skill_tags where tag = ${tag}`.execute(db);
      return [rows[0]?.ids];
    });
    return found?.get(key);
  }

  /** The same for who can do without: the first time nobody waits for it. `newest`: the number of the newest change, if it is known. */
  async refresh(newest?: number): Promise<void> {
    if (this.#isLoaded && newest === this.#known) return;
    const look = this.upToDate();
    if (this.#isLoaded) await look;
    else look.catch(() => undefined); // Whoever asks for a list hears of it.
  }

  /** The slots of the skills with each of some terms, as of the last look; undefined where they have to be looked for in the store. */
  async having(text: Text, terms: readonly string[]): Promise<Map<string, Bitmap> | undefined> {
    if (!this.#isLoaded) return undefined;
    if (this.#terms.isEmpty && this.#columns.total >= many)
      this.#expecting ??= this.#expect(text)
        .catch(() => undefined)
        .finally(() => {
          this.#expecting = undefined;
        });
    return this.#slotsOf(terms, (missing) => this.#idsOf(text, missing));
  }

  async #idsOf(text: Text, terms: readonly string[]): Promise<Ids[]> {
    const { rows } = await text.havingEach(terms).execute(this.#db);
    const ids = new Map(rows.map((row) => [Number(row.nth), row.ids]));
    return terms.map((_, nth) => ids.get(nth));
  }

  /** Reads the most frequent words, while others are answered: the first to ask for one would wait for it. */
  async #expect(text: Text): Promise<void> {
    const { rows } = await sql<{ stem: string }>`select stem, sum(total) as total from search_words group by stem
      order by total desc, stem limit ${sql.lit(expected)}`.execute(this.#db);
    for (let from = 0; from < rows.length && !this.#terms.isHalfFull; from += inTurn) {
      const stems = rows.slice(from, from + inTurn).map(({ stem }) => stem);
      await this.#slotsOf([...stems, ...stems.map((stem) => nameMark + stem)], (all) => this.#idsOf(text, all));
    }
  }

  async #slotsOf(keys: readonly string[], read: (missing: readonly string[]) => Promise<Ids[]>) {
    const found = new Map<string, Bitmap>();
    for (const key of keys) {
      const slots = this.#terms.get(key);
      if (slots) found.set(key, slots);
    }
    const missing = keys.filter((key) => !found.has(key));
    if (missing.length === 0) return found;
    const known = this.#known;
    const ids = await read(missing);
    // What is kept follows each change, until it is let go of.
    if ([...found].some(([key, slots]) => this.#terms.get(key) !== slots)) return undefined;
    for (const [nth, key] of missing.entries()) {
      const slots = this.#bitmapOf(ids[nth]);
      found.set(key, slots);
      if (known === this.#known) this.#terms.keep(key, slots, this.#columns.total);
    }
    return found;
  }

  page(chosen: Chosen, tagged: Tagged, order: Order, part: { limit: number; offset: number }) {
    const slots = this.#slots(chosen, tagged);
    return { ids: this.#columns.idsIn(slots, order, part), total: countBoth(slots, slots) };
  }

  /** The ids of the first of some slots by their places. */
  first = (slots: Bitmap, count: number): number[] => this.#columns.idsIn(slots, 'place', { limit: count, offset: 0 });

  /** All slots in use, to be narrowed. */
  all = (): Bitmap => this.#columns.listed();

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
    if (tagged) keepAnyOf(slots, [tagged]);
    return slots;
  }

  #having = (facet: Facet, value: FacetValue): Bitmap => this.#columns.having(Math.log2(bitOf(facet, value)));

  #bitmapOf(ids: Ids): Bitmap {
    if (!ids) return nothing;
    const bitmap = bitmapFor(this.#columns.capacity);
    let id = 0;
    for (let at = 0; at <= ids.length; at += 1) {
      const digit = ids.charCodeAt(at) - zero;
      if (digit >= 0) id = id * 10 + digit;
      else {
        const slot = this.#columns.slotOf(id);
        if (slot !== undefined) setBit(bitmap, slot, true);
        id = 0;
      }
    }
    return bitmap;
  }
}

const nothing = bitmapFor(0);
/** Above the comma, and above what is after the end. */
const zero = '0'.charCodeAt(0);
