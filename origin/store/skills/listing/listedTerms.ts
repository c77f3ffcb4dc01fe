/** Which slots of a listing have a term, a tag or a text: kept, or read from the store once. */
import { sql } from 'kysely';
import type { Engine, HavingEach, Matches } from '../../engine/engine.ts';
import { nameMark } from '../../schema/indexing.ts';
import type { Bitmap } from './bitmaps.ts';
import { KeptTerms, tagKey, textKey } from './keptTerms.ts';
import type { ListedColumns } from './listedColumns.ts';
import { bitsOf, type Slots, slotsOf } from './slots.ts';

/** What it is read from. */
export type Source = Pick<Engine, 'db' | 'containing' | 'havingEach'>;

type Ids = string | null | undefined;

/** What is read here is of: a listing, and the change that it is up to. */
interface Followed {
  readonly columns: ListedColumns;
  readonly known: number;
}

/** As many words and stems are read before anybody asks for them. */
const expected = 800;

/** Fewer skills are looked through at once. */
export const many = 10_000;

export class ListedTerms {
  readonly #source: Source;
  readonly #of: Followed;
  readonly #many: number;
  readonly kept = new KeptTerms();
  readonly #reading = new Map<string, Promise<Slots>>();
  /** How often all had been dropped when frequent words were last read. */
  #expected = -1;

  constructor(source: Source, of: Followed, isMany: number) {
    this.#source = source;
    this.#of = of;
    this.#many = isMany;
  }

  /** The slots of the skills with each of some terms; undefined where they have to be looked for in the store. */
  async having(terms: readonly string[]): Promise<Map<string, Slots> | undefined> {
    const { havingEach } = this.#source;
    if (!havingEach) return undefined;
    this.expect();
    return this.#slotsOf(terms, (missing) => this.#idsOf(havingEach, missing));
  }

  /** Reads the most frequent words, once after each time that all were dropped: the first to ask for one would wait for it. */
  expect(): void {
    const { havingEach } = this.#source;
    const { drops } = this.kept;
    if (!havingEach || this.#expected === drops || this.#of.columns.total < this.#many) return;
    this.#expected = drops;
    this.#readExpected(havingEach).catch(() => {
      // Unless a later one is under way.
      if (this.#expected === drops) this.#expected = -1;
    });
  }

  /** Whatever is read or being read is of a listing that is no more. */
  forget(): void {
    this.kept.clear();
    this.#reading.clear();
  }

  tagged = (tag: string): Promise<Bitmap> =>
    this.#bitsOf(tagKey(tag), sql`(select skill_id as id from skill_tags where tag = ${tag})`);

  /** `text` is folded. */
  holding = (text: string): Promise<Bitmap> => this.#bitsOf(textKey(text), this.#source.containing('listed', text));

  async #bitsOf(key: string, those: Matches): Promise<Bitmap> {
    return bitsOf(this.kept.get(key) ?? (await this.#readOnce(key, those)), this.#of.columns.capacity);
  }

  /** Who asks for the same as of the same change shares one lookup: after a start many do. */
  #readOnce(key: string, those: Matches): Promise<Slots> {
    const of = { ...this.#of };
    const asked = `${of.known} ${key}`;
    const reading =
      this.#reading.get(asked) ??
      this.#idsIn(those)
        .then((ids) => this.#take(key, ids, of))
        .finally(() => this.#reading.delete(asked));
    this.#reading.set(asked, reading);
    return reading;
  }

  async #idsIn(those: Matches): Promise<Ids> {
    const { rows } = await sql<{ ids: Ids }>`select string_agg(cast(id as text), ',') as ids
      from ${those} as found`.execute(this.#source.db);
    return rows[0]?.ids;
  }

  async #idsOf(havingEach: HavingEach, terms: readonly string[]): Promise<Ids[]> {
    const { rows } = await havingEach(terms).execute(this.#source.db);
    const ids = new Map(rows.map((row) => [Number(row.nth), row.ids]));
    return terms.map((_, nth) => ids.get(nth));
  }

  async #readExpected(havingEach: HavingEach): Promise<void> {
    const { rows } = await sql<{ term: string }>`select term, sum(total) as total from (select stem as term, total
      from search_words union all select word, total from search_words where word <> stem) as counted group by term
      order by total desc, term limit ${sql.lit(expected)}`.execute(this.#source.db);
    for (const { term } of rows) {
      if (this.kept.isHalfFull || this.kept.drops !== this.#expected) return;
      // One at a time: of a million skills the ids that have it are a text of megabytes.
      await this.#slotsOf([term, nameMark + term], (all) => this.#idsOf(havingEach, all));
    }
  }

  async #slotsOf(keys: readonly string[], read: (missing: readonly string[]) => Promise<Ids[]>) {
    const found = new Map<string, Slots>();
    for (const key of keys) {
      const slots = this.kept.get(key);
      if (slots) found.set(key, slots);
    }
    const missing = keys.filter((key) => !found.has(key));
    if (missing.length === 0) return found;
    const of = { ...this.#of };
    const ids = await read(missing);
    // What is kept follows each change, until it is let go of.
    if ([...found].some(([key, slots]) => this.kept.get(key) !== slots)) return undefined;
    for (const [nth, key] of missing.entries()) found.set(key, this.#take(key, ids[nth], of));
    return found;
  }

  /** What was read as of a change, which is kept if that is still the last. */
  #take(key: string, ids: Ids, { columns, known }: Followed): Slots {
    const slots = this.#slotsIn(ids);
    if (known === this.#of.known && columns === this.#of.columns) this.kept.keep(key, slots);
    return slots;
  }

  #slotsIn(ids: Ids): Slots {
    const { columns } = this.#of;
    const slots: number[] = [];
    let id = 0;
    for (let at = 0; ids && at <= ids.length; at += 1) {
      const digit = ids.charCodeAt(at) - zero;
      if (digit >= 0) id = id * 10 + digit;
      else {
        const slot = columns.slotOf(id);
        if (slot !== undefined) slots.push(slot);
        id = 0;
      }
    }
    return slotsOf(slots, columns.capacity);
  }
}

/** Above the comma, and above what is after the end. */
const zero = '0'.charCodeAt(0);
