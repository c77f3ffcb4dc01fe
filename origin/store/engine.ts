/**
 * The seam between the store and a database engine. Everything that differs by engine stands behind it, one file an
 * engine, proven by one suite (test/store/engine.test.ts). Queries above it are plain Kysely and run on every engine.
 */
import type { Expression, Kysely, SqlBool } from 'kysely';
import type { Tables } from './schema/tables.ts';

export type Db = Kysely<Tables>;

/** Tables that carry `folded` and `tokens` columns and an index over each (text.ts makes their values). */
export type TextTable = 'skills' | 'kits' | 'profiles';

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

  /** True for rows of `table` whose `folded` column holds this text. `text` must be folded and not empty. */
  contains(table: TextTable, text: string): Expression<SqlBool>;

  /** True for rows of `table` where each token starts some word of the `tokens` column. Needs at least one token. */
  hasTokens(table: TextTable, tokens: readonly string[]): Expression<SqlBool>;

  /** Waits for running work and closes. Nothing may be called afterwards. */
  close(): Promise<void>;
}
