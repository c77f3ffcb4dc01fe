/**
 * The history of the schema: one file of SQL a step and engine (schema/steps), which never changes once it is released.
 * A database is brought to the newest step in one transaction, and remembers which steps it has and who may write to it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type QueryExecutorProvider, sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';

/** One file, `0007-totals.sql`. What it says is statements, with an empty line after each. */
export interface Step {
  version: number;
  /** The oldest program (by the newest step it knows) that still writes rightly after it: `-- least writer: 6`, or none. */
  leastWriter: number;
  statements: string[];
}

/** Every step of an engine's history, the oldest first. */
export async function readSteps(engine: 'sqlite' | 'postgres'): Promise<Step[]> {
  const folder = join(import.meta.dirname, 'steps', engine);
  const files = (await readdir(folder)).sort();
  return Promise.all(files.map(async (file, index) => stepOf(index + 1, await readFile(join(folder, file), 'utf8'))));
}

export function stepOf(version: number, text: string): Step {
  const leastWriter = Number(/^-- least writer: (\d+)$/m.exec(text)?.[1] ?? version);
  const paragraphs = text.trim().split(/\n{2,}/);
  return { version, leastWriter, statements: paragraphs.filter((paragraph) => !/^(?:--.*\n?)+$/.test(paragraph)) };
}

/** Runs the steps that `db` does not have. It must be the writing connection, inside a transaction. */
export async function migrate(db: QueryExecutorProvider, steps: readonly Step[]): Promise<void> {
  await sql`create table if not exists schema_version (version bigint not null)`.execute(db);
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db);
  const done = new Set(rows.map(({ version }) => version));
  const current = Math.max(0, ...done);
  for (const { version, statements } of steps) {
    if (version > current) for (const statement of statements) await sql.raw(statement).execute(db);
  }
  if (current >= steps.length) return;
  // Programs before step 14 noted the newest step alone.
  for (const { version, leastWriter } of steps.filter((step) => !done.has(step.version)))
    await sql`insert into schema_version (version, least_writer) values (${version}, ${leastWriter})`.execute(db);
}

/** What a newer program made of a database can still be read by this one, and no longer written. */
export class OutdatedProgram extends ApiError {
  constructor() {
    super('unavailable', 'The registry is being upgraded: this server reads, and no longer writes.');
  }
}

/** Errors: `OutdatedProgram`. */
export async function checkWriter(db: QueryExecutorProvider, steps: readonly Step[]): Promise<void> {
  const { rows } = await leastWriter.execute(db);
  if ((rows[0]?.least ?? 0) > steps.length) throw new OutdatedProgram();
}
const leastWriter = sql<{ least: number }>`select max(least_writer) as least from schema_version`;
