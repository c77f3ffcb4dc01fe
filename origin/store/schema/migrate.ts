/** Brings a database to the newest step of its history, and tells programs that are too old for it. */
import { type QueryExecutorProvider, sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import type { Step } from './steps.ts';

/** Hears of each statement of a step before it runs: which of how many of all that are due. */
export type OnStep = (progress: { step: Step; done: number; total: number }) => void | Promise<void>;

interface Options {
  /** Empties a database that can be made again, where this program may not write to what a newer one made of it. */
  startOver?: (() => Promise<void>) | undefined;
  onStep?: OnStep | undefined;
}

/**
 * Runs the steps that `db` does not have, and notes each of them. It must be the writing connection, inside a
 * transaction. What a newer program made of it is left as it is. Errors: `UnreadableStore`.
 */
export async function migrate(
  db: QueryExecutorProvider,
  steps: readonly Step[],
  { startOver, onStep = () => undefined }: Options = {},
): Promise<void> {
  await sql`create table if not exists schema_version (version bigint not null)`.execute(db);
  const noted = await notesOf(db);
  if (startOver && standingOf(noted).leastWriter > steps.length) {
    await startOver();
    return migrate(db, steps, { onStep });
  }
  refuseUnreadable(standingOf(noted), steps);
  const due = dueOf(noted, steps);
  const total = due.reduce((sum, { statements }) => sum + statements.length, 0);
  let done = 0;
  for (const step of due) {
    for (const statement of step.statements) {
      await onStep({ step, done, total });
      await sql.raw(statement).execute(db);
      done += 1;
    }
    for (const [part, { table, statement }] of step.backfills.entries())
      await sql`insert into backfills (version, part, rows_of, statement, next_id)
        values (${step.version}, ${part}, ${table}, ${statement}, 0)`.execute(db);
  }
  if (due.length === 0) return;
  // All of them: programs before step 14 noted the newest one alone.
  const known = new Set(noted.map(({ version }) => version));
  for (const { version, leastWriter, leastReader } of steps.filter((step) => !known.has(step.version)))
    await (steps.length < firstWithReader
      ? sql`insert into schema_version (version, least_writer) values (${version}, ${leastWriter})`
      : sql`insert into schema_version (version, least_writer, least_reader)
          values (${version}, ${leastWriter}, ${leastReader})`
    ).execute(db);
}

/** The step that notes who may read: a history that ends before it has no room for that. */
const firstWithReader = 30;

/** A row of `schema_version`; earlier schemas have fewer columns. */
interface Note {
  version: number;
  least_writer?: number;
  least_reader?: number;
}

/** What a database says of programs, by the newest step that they know. */
export interface Standing {
  /** The newest step that it has; 0 where it has none. */
  schema: number;
  /** The oldest program that may write to it, and the oldest that may read. */
  leastWriter: number;
  leastReader: number;
}

const notesOf = async (db: QueryExecutorProvider): Promise<Note[]> =>
  (await sql<Note>`select * from schema_version`.execute(db)).rows;

const standingOf = (notes: readonly Note[]): Standing => ({
  schema: Math.max(0, ...notes.map(({ version }) => version)),
  leastWriter: Math.max(0, ...notes.map(({ least_writer = 0 }) => least_writer)),
  leastReader: Math.max(0, ...notes.map(({ least_reader = 0 }) => least_reader)),
});

const dueOf = (notes: readonly Note[], steps: readonly Step[]): Step[] => steps.slice(standingOf(notes).schema);

/** What `db` says, without a lock: a step that is noted stays. Undefined where it has no schema at all. */
export async function readStanding(db: QueryExecutorProvider): Promise<Standing | undefined> {
  try {
    return standingOf(await notesOf(db));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === undefinedTable || /no such table/.test(message)) return undefined;
    throw error;
  }
}

/** PostgreSQL's code. */
const undefinedTable = '42P01';

/** Whether `migrate` would find nothing to do. Errors: `UnreadableStore`. */
export async function isCurrent(db: QueryExecutorProvider, steps: readonly Step[]): Promise<boolean> {
  const standing = await readStanding(db);
  if (!standing) return false;
  refuseUnreadable(standing, steps);
  return standing.schema >= steps.length;
}

/** A newer program changed the schema so that this one can't even read. */
export class UnreadableStore extends Error {
  constructor({ schema, leastReader }: Standing, known: number) {
    super(
      `A newer version of the registry brought this store to schema ${schema}. This version knows schema ${known}, and it takes one that knows ${leastReader} to read it. Start the newer version, or restore the backup from before the upgrade.`,
    );
  }
}

function refuseUnreadable(standing: Standing, steps: readonly Step[]): void {
  if (standing.leastReader > steps.length) throw new UnreadableStore(standing, steps.length);
}

/** What a program that knows `known` steps is to say when it opens what a newer one made of the store; undefined where none did. */
export function saidOfNewer({ schema, leastWriter }: Standing, known: number): string | undefined {
  if (schema <= known) return undefined;
  const made = `A newer version of the registry brought the store to schema ${schema}; this version knows schema ${known}`;
  return leastWriter <= known
    ? `${made}, and can still read and write.`
    : `${made}: it reads, and answers writes with 503. Start the newer version, or restore the backup from before the upgrade.`;
}

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
