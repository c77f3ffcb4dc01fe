/** Connections of Kysely's to SQLite, through the `sqlite3` driver, which only this file knows. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import sqlite3 from 'sqlite3';

/** Prepared statements a connection keeps: more than the queries there are, so that only lists of varying length go. */
const keptStatements = 300;

export function sqliteDialect(file: string, size: number, mode: Mode): Dialect {
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

type Mode = 'create' | 'createPartial' | 'read' | 'lock' | 'pin';

/** Milliseconds that a statement waits for other processes. A lock waits out those who only look whether it is held. */
const patience: Record<Mode, number> = { create: 30_000, createPartial: 30_000, read: 30_000, lock: 200, pin: 200 };

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

export class SqliteConnection implements DatabaseConnection {
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
      const pragmas = pragmasFor[mode].map((pragma) => `pragma ${pragma}`);
      for (const statement of mode === 'read' ? [...pragmas, ...noted] : pragmas)
        await connection.executeQuery(CompiledQuery.raw(statement));
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
  // What it moves is moved when its holder says so, and by nobody's commit.
  pin: ['synchronous = full', 'wal_autocheckpoint = 0'],
};

/**
 * Here all that is noted is settled: writes run one at a time. A view in the file would keep it from being checked whole,
 * and one of a connection that writes would stand in the way of the schema's steps.
 */
const noted = ['changes', 'listed_changes'].map(
  (table) => `create temp view noted_${table} as select * from main.${table}`,
);

/** The driver binds what it does not know as NULL, silently; here that is an error. */
function bindable(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError(`SQLite can't bind a ${typeof value}.`);
}
