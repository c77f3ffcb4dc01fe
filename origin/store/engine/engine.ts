/**
 * The seam between the store and a database engine. Everything that differs by engine stands behind it, one file an
 * engine, proven by one suite (test/store/engine/engine.test.ts). Queries above it are plain Kysely and run on every engine.
 */
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../schema/tables.ts';

export type Db = Kysely<Tables>;

/** Tables that carry `folded` and `tokens` columns and an index over each (search/text.ts makes their values). */
export type TextTable = 'skills' | 'kits' | 'profiles';

/** What text is looked for in: the rows of a table, or those skills alone that everyone is shown in lists. */
export type TextSource = TextTable | 'listed';

/** A query for rows that match, to select from or to compare ids with. */
export type Matches<Row = { id: number }> = RawBuilder<Row>;

/** A match and where it stands: of listed skills in the order of schema/indexing.ts; elsewhere it means nothing. */
export interface Placed {
  id: number;
  place: number;
}

/**
 * Words to look for: of each choice one, and none of the others. A choice may be several words with spaces between them,
 * which have to be there together; `pdf*` stands for every word that begins with `pdf`, a `nameMark` (schema/indexing.ts)
 * for names.
 */
export interface Words {
  each: readonly (readonly string[])[];
  none?: readonly string[];
}

export interface Engine {
  /** Single reads; each statement sees the newest committed state. Writing through it fails. */
  readonly db: Db;

  /** Runs `work` on one consistent snapshot: nothing that commits meanwhile is seen. Don't hold it across a wait. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;

  /**
   * Runs `work` in a transaction of its own, one at a time across processes, so change numbers commit in order.
   * When it resolves the write survives power loss; when `work` throws nothing has happened.
   * Using `db`, `read` or `write` of the engine inside `work` is a deadlock: use the handle it was given.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;

  /** Rows whose `folded` column holds this text. `text` must be folded and not empty. */
  containing(source: TextSource, text: string): Matches;

  /** Rows with these words. Reading the first of the listed skills by their place takes no longer the more match. */
  withWords(source: TextSource, words: Words): Matches<Placed>;

  /** Waits for running work and closes. Nothing may be called afterwards. */
  close(): Promise<void>;
}
