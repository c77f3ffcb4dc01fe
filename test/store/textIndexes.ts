/** The text indexes of an SQLite store, made again as the newest step that makes them does. */
import { sql } from 'kysely';
import type { Db } from '../../origin/store/engine/engine.ts';
import { readSteps } from '../../origin/store/schema/migrate.ts';

export async function makeTextIndexes(db: Db): Promise<void> {
  const steps = await readSteps('sqlite');
  const newest = steps.findLast(({ statements }) => statements.some((statement) => statement.includes('fts5')));
  for (const statement of newest?.statements ?? []) await sql.raw(statement).execute(db);
}
