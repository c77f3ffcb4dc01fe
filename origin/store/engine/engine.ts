/**
 * The seam between the store and a database engine. Everything that differs by engine stands behind it, one file an
 * engine, proven by one suite (test/store/engine/engine.test.ts). Queries above it are plain Kysely and run on every engine.
 */
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import type { Contents } from '../contents/contents.ts';
import type { Standing } from '../schema/migrate.ts';
import type { Tables } from '../schema/tables.ts';

export type Db = Kysely<Tables>;

/** Tables that carry `folded` and `tokens` columns and an index over each (search/text.ts makes their values). */
export type TextTable = 'skills' | 'kits' | 'profiles';

/** What text is looked for in: the rows of a table, or those skills alone that everyone is shown in lists. */
export type TextSource = TextTable | 'listed';

/** A query for rows that match, to select from or to compare ids with. Skills stand in the order of schema/indexing.ts. */
export type Matches = RawBuilder<{ id: number }>;

/**
 * Words to look for: of each choice one, and none of the others. A choice may be several words with spaces between them,
 * which have to be there together; `pdf*` stands for every word that begins with `pdf`, a `nameMark` (schema/indexing.ts)
 * for names.
 */
export interface Words {
  each: readonly (readonly string[])[];
  none?: readonly string[];
}

export interface First {
  count: number;
  /** The share of all rows that is expected to match, from 0 to 1. What it says changes the time alone. */
  share: number;
}

/** So many of all that match: the newest in no order, or those that are found first. */
export interface Some {
  count: number;
  of: 'newest' | 'any';
}

/** A write that changes rows of these profiles alone, by their ids, and reads nothing that others change side by side. */
export interface WriteScope {
  owners: readonly number[];
}

export type HavingEach = (terms: readonly string[]) => RawBuilder<{ nth: number; ids: string | null }>;

export interface Engine {
  /** Contents that are objects; undefined where the database has them all. */
  readonly contents?: Contents | undefined;

  /** Single reads; each statement sees the newest committed state. Writing through it fails. */
  readonly db: Db;

  /**
   * The same for many at a time on one connection, each sent without waiting for the answers to those before it: a server is
   * woken up once for all that is asked in one go. For what is short, since answers come in this order.
   */
  pipelined<T>(work: (db: Db) => Promise<T>): Promise<T>;

  /** Runs `work` on one consistent snapshot: nothing that commits meanwhile is seen. Don't hold it across a wait. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;

  /**
   * Runs `work` in a transaction of its own, one at a time across processes; on PostgreSQL side by side with others that
   * name their owners. When it resolves the write survives power loss; when `work` throws nothing has happened, and it may
   * be run again from its beginning. Using `db`, `read` or `write` of the engine inside `work` is a deadlock: use the handle
   * it was given.
   */
  write<T>(work: (db: Db) => Promise<T>, scope?: WriteScope): Promise<T>;

  /**
   * Rows whose `folded` column holds this text; of `listed` only `some`, where that says which, so that it takes no longer
   * the more match. `text` must be folded and not empty.
   */
  containing(source: TextSource, text: string, some?: Some): Matches;

  /** Listed skills with these words; the first by their place alone where `first` says how many, which takes no longer the more match. */
  withWords(words: Words, first?: First): Matches;

  /** Whether a row has these words, of a table in a query that calls it so. */
  hasWords(table: 'kits' | 'profiles', words: Words): RawBuilder<SqlBool>;

  /**
   * Of each of these terms which of the listed skills have it: their ids between commas, null for none; `nth` counts from 0.
   * Undefined where the first with some words are soon read off an index in the order of their places: to keep these would
   * take more time and memory than it saves.
   */
  readonly havingEach?: HavingEach | undefined;

  /** The ids in a JSON array as a query: one value however many they are, so that it stays the same query. */
  withIds(json: string): Matches;

  /** Whether a column is one of the few texts in a JSON array. */
  among(column: string, json: string): RawBuilder<SqlBool>;

  /** The id for the next row of a table, where it is stored in the same write: rows can name it before it is there. */
  nextId(table: 'skills' | 'versions'): RawBuilder<number>;

  /** Bytes of the whole database, and of the stored files in it where that takes no count. */
  size(): Promise<{ database: number; contents: number | null }>;

  /** Waits for running work and closes. Nothing may be called afterwards. */
  close(): Promise<void>;
}

/** What is found in the place of a store by who changes nothing there. */
export interface SchemaFound {
  /** Undefined where it has no schema. */
  standing: Standing | undefined;
  /** Of the whole database. */
  bytes: number;
  /** The same for whatever leads to the same database. */
  identity: string;
}
