/** Steps of the schema on a PostgreSQL that others go on reading and writing meanwhile: in one transaction, by one program. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { migrate, type OnStep, readStanding } from '../schema/migrate.ts';
import type { Step } from '../schema/steps.ts';
import type { Tables } from '../schema/tables.ts';
import { tablesUnreadable } from '../schema/waits.ts';

interface Options {
  /** The advisory lock of writers. */
  writeLock: number;
  onStep?: OnStep | undefined;
  /** Hears why the steps have to wait before they begin. */
  onWait?: ((why: string) => void) | undefined;
  /** Empties a database that can be made again, where this program may not write to what a newer one made of it. */
  startOver?: ((db: Kysely<Tables>) => Promise<void>) | undefined;
  /** What follows the steps, in their transaction. */
  after?: ((db: Kysely<Tables>) => Promise<void>) | undefined;
}

/** Milliseconds that a lock on tables is waited for, since all who read from them wait behind it; and until it is tried again. */
const [patience, pause] = [1000, 2000];

/** PostgreSQL's codes of a lock that was not had, and of two who waited for one another. */
const notHad = new Set(['55P03', '40P01']);

/** Programs that begin at once do it one after the other: the first does it all, the others find nothing to do. */
export async function migratePostgres(
  db: Kysely<Tables>,
  steps: readonly Step[],
  { writeLock, onStep, onWait = () => undefined, startOver, after }: Options,
): Promise<void> {
  for (;;) {
    let tables: string[] = [];
    try {
      return await db.transaction().execute(async (transaction) => {
        await sql.raw(unbounded).execute(transaction);
        await sql`select pg_advisory_xact_lock(${sql.lit(writeLock)})`.execute(transaction);
        const standing = await readStandingWithin(transaction);
        const due = standing ? steps.slice(standing) : [];
        tables = tablesUnreadable(due, steps).filter((name) => name !== 'schema_version');
        if (tables.length > 0) await sql.raw(lockTables(tables)).execute(transaction);
        tables = [];
        await migrate(transaction, steps, { onStep, startOver: startOver && (() => startOver(transaction)) });
        await after?.(transaction);
      });
    } catch (error) {
      if (tables.length === 0 || !notHad.has(String((error as { code?: string }).code))) throw error;
      onWait(`a statement that takes long reads or writes ${tables.join(', ')}`);
    }
    await wait(pause);
  }
}

/** It takes as long as it takes. A program that is killed lets go of its locks at once, and not at the end of a statement. */
const unbounded = `do $$ begin
  perform set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true);
  begin
    perform set_config('client_connection_check_interval', '1000', true);
  exception when others then null;
  end;
end $$`;

/**
 * All at once and before anything else: one after the other they might stand in a reader's way, and what was done until
 * then would be in vain. While a long statement reads from one of them nobody is held up for longer than `patience`.
 */
const lockTables = (tables: readonly string[]): string => `do $$ begin
  perform set_config('lock_timeout', '${patience}', true);
  lock table ${tables.join(', ')} in access exclusive mode;
  perform set_config('lock_timeout', '0', true);
end $$`;

/** The schema that there is: 0 where there is none. A question for a table that is not there would end the transaction. */
async function readStandingWithin(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('schema_version') is not null as there`.execute(db);
  return rows[0]?.there ? ((await readStanding(db))?.schema ?? 0) : 0;
}
