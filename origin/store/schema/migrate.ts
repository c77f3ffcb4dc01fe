/** Brings a database to the newest step of its history, and tells programs that are too old for it. */
import { type QueryExecutorProvider, sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import type { Step } from './steps.ts';

/**
 * Runs the steps that `db` does not have, and notes each of them. It must be the writing connection, inside a
 * transaction. What a newer program made of it is left as it is; where this one may not write to that, `startOver` is
 * given to empty a database that can be made again.
 */
export async function migrate(
  db: QueryExecutorProvider,
  steps: readonly Step[],
  startOver?: () => Promise<void>,
): Promise<void> {
  await sql`create table if not exists schema_version (version bigint not null)`.execute(db);
  const { rows } = await sql<{ version: number; least_writer?: number }>`select * from schema_version`.execute(db);
  if (startOver && rows.some(({ least_writer = 0 }) => least_writer > steps.length)) {
    await startOver();
    return migrate(db, steps);
  }
  const noted = new Set(rows.map(({ version }) => version));
  const due = steps.slice(Math.max(0, ...noted));
  for (const { version, statements, backfills } of due) {
    for (const statement of statements) await sql.raw(statement).execute(db);
    for (const [part, { table, statement }] of backfills.entries())
      await sql`insert into backfills (version, part, rows_of, statement, next_id)
        values (${version}, ${part}, ${table}, ${statement}, 0)`.execute(db);
  }
  if (due.length === 0) return;
  // All of them: programs before step 14 noted the newest one alone.
  for (const { version, leastWriter } of steps.filter((step) => !noted.has(step.version)))
    await sql`insert into schema_version (version, least_writer) values (${version}, ${leastWriter})`.execute(db);
}

/** Whether `migrate` would find nothing to do. Tells it without a lock: a step that is noted stays. */
export async function isCurrent(db: QueryExecutorProvider, steps: readonly Step[]): Promise<boolean> {
  try {
    const { rows } = await sql<{ newest: number | null }>`select max(version) as newest from schema_version`.execute(
      db,
    );
    return (rows[0]?.newest ?? 0) >= steps.length;
  } catch (error) {
    if ((error as { code?: string }).code === undefinedTable) return false;
    throw error;
  }
}

/** PostgreSQL's code. */
const undefinedTable = '42P01';

/** A newer program changed the schema so that this one can read on, and no longer write. */
export class OutdatedProgram extends ApiError {
  constructor() {
    super(
      'unavailable',
      'A newer version of the registry has taken over its store: this server still reads, and takes no writes.',
    );
  }
}

/** Errors: `OutdatedProgram`. */
export async function checkWriter(db: QueryExecutorProvider, steps: readonly Step[]): Promise<void> {
  const { rows } = await leastWriter.execute(db);
  if ((rows[0]?.least ?? 0) > steps.length) throw new OutdatedProgram();
}

const leastWriter = sql<{ least: number }>`select max(least_writer) as least from schema_version`;
