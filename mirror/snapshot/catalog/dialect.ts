/** What the snapshot’s own tables have to know of the engine that they are in. */
import { type Kysely, PostgresAdapter } from 'kysely';

/** Whether a table is not there, or is that of an earlier program. */
export const isMissingTable = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message: string };
  return ['42P01', '42703'].includes(String(code)) || /no such (?:table|column)/.test(message);
};

/** What is only said so in one of the two languages is chosen by this. */
export const isPostgres = (db: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
