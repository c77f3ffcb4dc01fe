/** Keeps the write-ahead log of a database from beginning again, more than once, before what stands in it was read. */
import { CompiledQuery } from 'kysely';
import { SqliteConnection } from '../../engine/sqliteDriver.ts';

interface WalPin {
  /**
   * Moves what is committed into the database, and pins the log there. Only while nobody can write: inside `Engine.write`.
   * Whether all was moved: then the database’s file stays as it is until the next time, no matter who writes.
   */
  renew(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * A reader that sees all that was moved reads nothing of the log: others may begin that again, and then move nothing more. One
 * that some of the log is for keeps it from beginning again (https://sqlite.org/walformat.html#locks).
 */
export async function pinWal(file: string): Promise<WalPin> {
  const connection = await SqliteConnection.open(file, 'pin');
  const run = <R>(statement: string) => connection.executeQuery<R>(CompiledQuery.raw(statement));
  let isPinned = false;
  return {
    renew: async () => {
      if (isPinned) await run('commit');
      isPinned = false;
      const moved = await run<{ busy: number; log: number; checkpointed: number }>('pragma wal_checkpoint(passive)');
      await run('begin');
      isPinned = true;
      await run('select count(*) from sqlite_schema');
      return moved.rows.every(({ busy, log, checkpointed }) => busy === 0 && log === checkpointed);
    },
    close: () => connection.close(),
  };
}
