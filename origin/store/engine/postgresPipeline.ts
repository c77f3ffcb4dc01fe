/** Statements on one connection that go out without waiting for the answers to those before them. */
import { type DatabaseConnection, type Dialect, Kysely, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import type { Db, Engine } from './engine.ts';

/** Gives `work` a connection, of which Kysely's own transactions hold each statement back until the one before it is answered. */
export function pipelining(kysely: Kysely<Tables>, dialect: Dialect): <T>(work: (db: Db) => Promise<T>) => Promise<T> {
  const [executor, driver] = [kysely.getExecutor(), dialect.createDriver()];
  const on = (connection: DatabaseConnection): Db =>
    new Kysely({
      ...{ config: { dialect }, dialect, driver },
      executor: executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
    });
  return (work) => executor.provideConnection((connection) => work(on(connection)));
}

/** The same for reads. `select 1` goes first: a kept connection that is dead is replaced while nothing is asked behind it. */
export function pipelinedReads(kysely: Kysely<Tables>, dialect: Dialect): Engine['pipelined'] {
  const onOne = pipelining(kysely, dialect);
  return (work) =>
    onOne(async (db) => {
      await sql`select 1`.execute(db);
      return work(db);
    });
}
