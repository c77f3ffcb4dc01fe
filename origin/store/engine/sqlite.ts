/** The embedded engine: SQLite. */
import { open } from 'node:fs/promises';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { checkWriter, isCurrent, migrate, type OnStep, readStanding } from '../schema/migrate.ts';
import { readSteps, type Step } from '../schema/steps.ts';
import type { Tables } from '../schema/tables.ts';
import type { Db, Engine, SchemaFound } from './engine.ts';
import { SqliteConnection, sqliteDialect } from './sqliteDriver.ts';
import { among, containing, hasWords, withIds, withWords } from './sqliteText.ts';

/** No more than one read at a time: each has a cache of its own, and keeps one of the four threads that files are read on. */
const readerCount = 1;

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
  if (!readOnly && !partial) await createPrivate(file, 'a');
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
    pipelined: (work) => work(reader),
    read: (work) => reader.transaction().execute(work),
    write: (work) =>
      transact(async (db) => {
        await checkWriter(db, steps);
        return work(db);
      }),
    containing,
    withWords,
    hasWords,
    withIds,
    among,
    nextId: (table) => sql`coalesce((select seq from sqlite_sequence where name = ${sql.lit(table)}), 0) + 1`,
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

/** Others of the machine read nothing private: SQLite gives the files beside this one its mode. */
async function createPrivate(file: string, flags: 'a' | 'wx'): Promise<void> {
  const handle = await open(file, flags, 0o600);
  await handle.close();
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
    await createPrivate(target, 'wx');
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
