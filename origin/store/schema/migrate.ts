/** Brings a database to the newest schema. Each step runs once, in one transaction with the note that it ran. */
import { type Kysely, sql } from 'kysely';
import type { TextTable } from '../engine/engine.ts';
import {
  byAge,
  type ColumnTypes,
  directory,
  initialTables,
  invitations,
  listing,
  moderation,
  pairing,
  popularity,
  proofs,
  quotas,
  signingIn,
  users,
} from './ddl.ts';
import { type Follow, totals } from './totals.ts';

/** How an engine spells what SQL dialects disagree on. */
export interface SchemaDialect {
  column: ColumnTypes;
  /** Statements that make the indexes over the text of a table anew (indexing.ts says of what), and keep them. */
  textIndex(table: TextTable): string[];
  follow: Follow;
  /** Statements after which rows of a table can only be added. */
  appendOnly(table: string): string[];
}

const textTables: TextTable[] = ['skills', 'kits', 'profiles'];

const steps: ((dialect: SchemaDialect) => string[])[] = [
  (dialect) => initialTables(dialect.column),
  () => signingIn,
  () => pairing,
  (dialect) => [...moderation, ...dialect.appendOnly('audit_log')],
  () => popularity,
  () => listing,
  (dialect) => totals(dialect.follow),
  () => directory,
  (dialect) => [...byAge, ...textTables.flatMap(dialect.textIndex)],
  () => users,
  () => quotas,
  () => invitations,
  () => proofs,
];

const schemaVersion = steps.length;

/** `db` must be the writing connection, inside a transaction. A database from a newer program is refused. */
export async function migrate(db: Kysely<never>, dialect: SchemaDialect): Promise<void> {
  await sql`create table if not exists schema_version (version bigint not null)`.execute(db);
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(
    db,
  );
  const current = rows[0]?.version ?? 0;
  if (current > schemaVersion) {
    throw new Error(`The database has schema ${current}, this program knows ${schemaVersion}. Start a newer program.`);
  }
  for (const step of steps.slice(current)) {
    for (const statement of step(dialect)) await sql.raw(statement).execute(db);
  }
  if (current < schemaVersion) await sql`insert into schema_version (version) values (${schemaVersion})`.execute(db);
}
