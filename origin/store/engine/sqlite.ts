/** The embedded engine: SQLite through the `sqlite3` driver, which only this file knows. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import sqlite3 from 'sqlite3';
import { checkWriter, isCurrent, migrate, type OnStep, readStanding } from '../schema/migrate.ts';
import { readSteps, type Step } from '../schema/steps.ts';
import type { Tables } from '../schema/tables.ts';
import type { Db, Engine, SchemaFound } from './engine.ts';
import { among, containing, havingEach, withIds, withWords } from './sqliteText.ts';

/** No more than one read at a time: each has a cache of its own, and keeps one of the four threads that files are read on. */
const readerCount = 1;

/** Prepared statements a connection keeps: more than the queries there are, so that only lists of varying length go. */
const keptStatements = 300;

interface Options {
  /** Open an existing file for reading alone: nothing is created or migrated, and `write` fails. */
  readOnly?: boolean;
  /** A copy of chosen rows, whose references may lead nowhere, and which is emptied where only a newer program may write. */
  partial?: boolean;
  /** Leave what a newer program made of such a copy, for who builds it to decide on. */
  keepsNewer?: boolean;
  /** Instead of the released ones. */
  history?: Promise<Step[]>;
  onStep?: OnStep;
}

/**
 * Opens or creates the database in `file` and brings it to the newest schema. One connection writes, others read;
 * other processes may have the same file open. A commit is on disk before `write` resolves (`synchronous=FULL`).
 */
export async function openSqlite(file: string, options: Options = {}): Promise<Engine> {
  const { readOnly = false, partial = false, keepsNewer = !partial, history = readSteps('sqlite'), onStep } = options;
  const steps = await history;
  const writer = new Kysely<Tables>({
    dialect: sqliteDialect(file, 1, readOnly ? 'read' : partial ? 'createPartial' : 'create'),
  });
  const transact = <T>(work: (db: Db) => Promise<T>) => writer.transaction().execute(work);
  try {
    // Who starts while somebody writes waits for nobody, unless there is something to do.
    if (!keepsNewer) await transact((db) => migrate(db, steps, { startOver: () => dropEverything(db), onStep }));
    else if (!readOnly && !(await isCurrent(writer, steps))) await transact((db) => migrate(db, steps, { onStep }));
  } catch (error) {
    await writer.destroy();
    throw error;
  }

  const reader = new Kysely<Tables>({ dialect: sqliteDialect(file, readerCount, 'read') });
  return {
    db: reader,
    read: (work) => reader.transaction().execute(work),
    write: (work) =>
      transact(async (db) => {
        await checkWriter(db, steps);
        return work(db);
      }),
    containing,
    withWords,
    havingEach,
    withIds,
    among,
    size: async () => {
      const { rows } = await sql<{ bytes: number }>`select page_count * page_size as bytes
        from pragma_page_count(), pragma_page_size()`.execute(reader);
      return { database: rows[0]?.bytes ?? 0, contents: null };
    },
    close: async () => {
      await reader.destroy();
      await writer.destroy();
    },
  };
}

/** What the database in `file`, which must be there, says of its schema, with nothing made or changed. */
export async function lookAtSqlite(file: string): Promise<SchemaFound> {
  const engine = await openSqlite(file, { readOnly: true });
  try {
    const standing = await readStanding(engine.db);
    return { standing, bytes: (await engine.size()).database, identity: file };
  } finally {
    await engine.close();
  }
}

async function dropEverything(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite_%'`.execute(db);
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db);
}

/** Writes what is committed in `file` now to a new one, while others go on with it. Rejects where `target` is there. */
export async function copySqlite(file: string, target: string): Promise<void> {
  const reader = new Kysely<Tables>({ dialect: sqliteDialect(file, 1, 'read') });
  try {
    await sql`vacuum into ${target}`.execute(reader);
  } finally {
    await reader.destroy();
  }
}

/** Writes the whole database again, without pages that nothing uses. */
export async function compactSqlite(file: string): Promise<void> {
  const writer = new Kysely<Tables>({ dialect: sqliteDialect(file, 1, 'create') });
  try {
    await sql`vacuum`.execute(writer);
  } finally {
    await writer.destroy();
  }
}

/**
 * Locks `file`, an empty database that is for nothing else. The kernel holds the lock, across containers that share the
 * folder too, and frees it when the process ends, however that ends. Returns how to release it; undefined where another
 * has it. No other code may open the file: closing it would free the lock (POSIX fcntl locks go with any descriptor).
 */
export async function lockFile(file: string, kind: 'exclusive' | 'shared'): Promise<(() => Promise<void>) | undefined> {
  const connection = await SqliteConnection.open(file, 'lock');
  const take = kind === 'exclusive' ? ['begin exclusive'] : ['begin', 'select count(*) from sqlite_schema'];
  try {
    for (const statement of ['pragma journal_mode = off', ...take])
      await connection.executeQuery(CompiledQuery.raw(statement));
  } catch (error) {
    await connection.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  return () => connection.close();
}

function sqliteDialect(file: string, size: number, mode: Mode): Dialect {
  return {
    createAdapter: () => new PooledAdapter(),
    createDriver: () => new SqliteDriver(file, size, mode),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Else Kysely lends one connection at a time, and none any more once one could not be opened. */
class PooledAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

type Mode = 'create' | 'createPartial' | 'read' | 'lock';

/** Milliseconds that a statement waits for other processes. A lock waits out those who only look whether it is held. */
const patience: Record<Mode, number> = { create: 30_000, createPartial: 30_000, read: 30_000, lock: 200 };

/**
 * A pool that opens a connection when the others are taken, up to its size. Transactions of one connection queue for it,
 * since the driver would interleave their statements.
 */
class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #size: number;
  readonly #mode: Mode;
  readonly #idle: SqliteConnection[] = [];
  readonly #waiting: ((connection: SqliteConnection | Promise<SqliteConnection>) => void)[] = [];
  #opened = 0;

  constructor(file: string, size: number, mode: Mode) {
    this.#file = file;
    this.#size = size;
    this.#mode = mode;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#idle.length > 0 || this.#opened === this.#size) return this.#next();
    this.#opened += 1;
    try {
      return await SqliteConnection.open(this.#file, this.#mode);
    } catch (error) {
      this.#opened -= 1;
      this.#waiting.shift()?.(this.acquireConnection());
      throw error;
    }
  }

  /** One that is open, once it is idle. */
  async #next(): Promise<SqliteConnection> {
    return this.#idle.pop() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next(connection as SqliteConnection);
    else this.#idle.push(connection as SqliteConnection);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#mode === 'read' ? 'begin' : 'begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch((error: Error) => {
      // A full disk ends a transaction by itself; what failed is to be heard of, and not this.
      if (!error.message.includes('no transaction is active')) throw error;
    });
  }

  async destroy(): Promise<void> {
    for (let left = this.#opened; left > 0; left -= 1) await (await this.#next()).close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: sqlite3.Database;
  readonly #statements = new LRUCache<string, sqlite3.Statement>({
    max: keptStatements,
    dispose: (statement) => statement.finalize(),
  });

  private constructor(database: sqlite3.Database) {
    this.#database = database;
  }

  static async open(file: string, mode: Mode): Promise<SqliteConnection> {
    const flags = mode === 'read' ? sqlite3.OPEN_READONLY : sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE;
    const connection = await new Promise<SqliteConnection>((resolve, reject) => {
      const database: sqlite3.Database = new sqlite3.Database(file, flags, (error) =>
        error
          ? reject(new Error(`${file}: ${error.message}`, { cause: error }))
          : resolve(new SqliteConnection(database)),
      );
    });
    connection.#database.configure('busyTimeout', patience[mode]);
    try {
      for (const pragma of pragmasFor[mode]) await connection.executeQuery(CompiledQuery.raw(`pragma ${pragma}`));
      return connection;
    } catch (error) {
      // A damaged file is tried with each query, and would soon hold every descriptor that the process may have.
      await connection.close();
      throw error;
    }
  }

  async executeQuery<R>({ query, sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters.map(bindable);
    const statement = await this.#prepared(text);
    const returnsRows = SelectQueryNode.is(query) || query.kind === 'RawNode' || 'returning' in query;
    return new Promise((resolve, reject) => {
      if (returnsRows) {
        statement.all<R>(values, (error, rows) => (error ? reject(error) : resolve({ rows })));
      } else {
        statement.run(values, function (error) {
          if (error) reject(error);
          else resolve({ rows: [], numAffectedRows: BigInt(this.changes) });
        });
      }
    });
  }

  /** Parsing and planning a query costs more than running most of ours, so statements are kept. */
  async #prepared(text: string): Promise<sqlite3.Statement> {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = await new Promise<sqlite3.Statement>((resolve, reject) => {
      const made: sqlite3.Statement = this.#database.prepare(text, (error) => (error ? reject(error) : resolve(made)));
    });
    this.#statements.set(text, statement);
    return statement;
  }

  // biome-ignore lint/correctness/useYield: part of the interface; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported by this engine.');
  }

  close(): Promise<void> {
    this.#statements.clear();
    return new Promise((resolve, reject) => this.#database.close((error) => (error ? reject(error) : resolve())));
  }
}

const durable = ['journal_mode = wal', 'synchronous = full'];
const memory = ['cache_size = -16000', 'temp_store = memory'];
const pragmasFor: Record<Mode, string[]> = {
  create: [...durable, 'foreign_keys = on', ...memory],
  createPartial: [...durable, 'foreign_keys = off', ...memory],
  read: memory,
  lock: [],
};

/** The driver binds what it does not know as NULL, silently; here that is an error. */
function bindable(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError(`SQLite can't bind a ${typeof value}.`);
}
