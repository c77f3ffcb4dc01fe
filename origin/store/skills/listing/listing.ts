/**
 * The listed skills as this process holds them, for lists that facets choose (listedColumns.ts) and for searches
 * (listedTerms.ts). Each change of one has a number in the store (`noted_listed_changes`), so before each answer what changed is
 * read, and nothing else: whoever committed it, an answer is of the newest state.
 */
import { type Facet, type FacetValue, facets } from '../../../contract/subjects/facets.ts';
import type { Db } from '../../engine/engine.ts';
import { bitOf } from '../../schema/facets.ts';
import { type Bitmap, countBoth, keepAnyOf } from './bitmaps.ts';
import { type Chosen, countsBy, type FacetCounts } from './facetTally.ts';
import { mostFollowed } from './keptTerms.ts';
import { ListedColumns, type Order } from './listedColumns.ts';
import { type At, atOnce, changesAfter, countListed, has, inTurns, type ListedChange, listedRow } from './listedRow.ts';
import { ListedTerms, many, type Source } from './listedTerms.ts';
import type { Slots } from './slots.ts';

/** After every skill of a number. */
const furthest = Number.MAX_SAFE_INTEGER;

interface Narrowed extends Chosen {
  /** A part of their texts, folded. */
  text?: string | undefined;
}

export class Listing {
  readonly #db: Db;
  readonly #terms: ListedTerms;
  /** What is listed as of a change. */
  #of = { columns: new ListedColumns(), known: -1 };
  #isLoaded = false;
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;

  /** Of `isMany` skills on, the most frequent words are read before anybody asks for them. */
  constructor(source: Source, isMany = many) {
    this.#db = source.db;
    this.#terms = new ListedTerms(source, this.#of, isMany);
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

  /**
   * The same for who can do without: the first time nobody waits for it, and it is not there. `newest`: the number of the
   * newest change, where it is known.
   */
  async refresh(newest?: number): Promise<boolean> {
    if (this.#isLoaded && newest === this.#of.known) return true;
    const look = this.upToDate();
    if (this.#isLoaded) await look;
    else look.catch(() => undefined); // Whoever asks for a list hears of it.
    return this.#isLoaded;
  }

  /** What is not settled yet is taken in too, and again the next time: until then something may come before it. */
  async #takeIn(): Promise<void> {
    const withTexts = !this.#terms.kept.isEmpty;
    let at: At = { number: this.#of.known, skill_id: furthest };
    for (;;) {
      // Else all of it is copied again and again while it grows.
      if (this.#of.known < 0) this.#of.columns.reserve(await countListed(this.#db));
      const rows = await changesAfter(this.#db, at, withTexts);
      const [first] = rows;
      const settled = first?.newest ?? 0;
      if (settled < this.#of.known) {
        this.#forget();
        at = { number: this.#of.known, skill_id: furthest };
        continue;
      }
      const isFollowed = withTexts && (first?.due ?? 0) <= mostFollowed;
      await inTurns(rows, (row) => this.#put(row, isFollowed));
      const last = rows.at(-1);
      if (last && last.number !== null) at = { number: last.number, skill_id: last.skill_id };
      this.#of.known = Math.max(this.#of.known, Math.min(at.number, settled));
      this.#isLoaded ||= rows.length < atOnce;
      if (rows.length < atOnce) return;
    }
  }

  #forget(): void {
    this.#of.columns = new ListedColumns();
    this.#of.known = -1;
    this.#isLoaded = false;
    this.#terms.forget();
  }

  #put(change: ListedChange, isFollowed: boolean): void {
    if (change.number === null) return;
    const { columns } = this.#of;
    const { capacity } = columns;
    const slot = columns.put(listedRow(change));
    // What was kept meanwhile is of a time that nobody knows.
    if (!isFollowed || columns.capacity !== capacity) this.#terms.kept.clear();
    else if (slot !== undefined) this.#terms.kept.put(slot, has(change), capacity);
  }

  /**
   * The slots of the skills with each of some terms, as of the last look; undefined where they have to be looked for in the
   * store. The first time, the most frequent words are read as soon as it is loaded.
   */
  async having(terms: readonly string[]) {
    if (this.#isLoaded) return this.#terms.having(terms);
    // Lists report a look that failed.
    (this.#waiting ?? this.#running).then(() => this.#terms.expect()).catch(() => undefined);
    return undefined;
  }

  /** Undefined where it had to be read again meanwhile, as with `counts`. */
  async page(chosen: Narrowed, order: Order, part: { limit: number; offset: number }) {
    const besides = await this.#besides(chosen);
    if (!besides) return undefined;
    const slots = this.#slots(chosen, besides);
    return { ids: this.#of.columns.idsIn(slots, order, part), total: countBoth(slots, slots) };
  }

  /** The ids of the first of some slots by their places. */
  first = (slots: Slots, count: number): number[] =>
    this.#of.columns.idsIn(slots, 'place', { limit: count, offset: 0 });

  /** All slots in use, to be narrowed. */
  all = (): Bitmap => this.#of.columns.listed();

  /** See `tallyFor`. */
  async counts(chosen: Chosen): Promise<FacetCounts | undefined> {
    const besides = await this.#besides(chosen);
    if (!besides) return undefined;
    const all = this.#slots(chosen, besides);
    return countsBy(chosen, (facet) => {
      const slots = chosen[facet] ? this.#slots({ ...chosen, [facet]: undefined }, besides) : all;
      return (value) => countBoth(slots, this.#having(facet, value));
    });
  }

  /** The slots of all with a tag, and of all that hold a text, as of the last look. */
  async #besides({ tag, text }: Narrowed): Promise<Bitmap[] | undefined> {
    const { columns } = this.#of;
    const besides = await Promise.all([
      ...(tag === undefined ? [] : [this.#terms.tagged(tag)]),
      ...(text === undefined ? [] : [this.#terms.holding(text)]),
    ]);
    return this.#of.columns === columns ? besides : undefined;
  }

  #slots(chosen: Chosen, besides: readonly Bitmap[]): Bitmap {
    const slots = this.#of.columns.listed();
    for (const facet of facets) {
      const values = chosen[facet];
      if (values)
        keepAnyOf(
          slots,
          values.map((value) => this.#having(facet, value)),
        );
    }
    for (const each of besides) keepAnyOf(slots, [each]);
    return slots;
  }

  #having = (facet: Facet, value: FacetValue): Bitmap => this.#of.columns.having(Math.log2(bitOf(facet, value)));
}
