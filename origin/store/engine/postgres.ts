/** PostgreSQL, for those who outgrow one machine. The only file that knows it. */
import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { listed, words } from '../schema/indexing.ts';
import { migrate, OutdatedProgram } from '../schema/migrate.ts';
import { readSteps } from '../schema/steps.ts';
import type { Tables } from '../schema/tables.ts';
import type { Db, Engine, Matches, TextSource, TextTable, Words } from './engine.ts';
import { firstParts } from './postgresParts.ts';
import { namingClient, Statements } from './postgresStatements.ts';

/** Any fixed number: whoever writes holds this advisory lock until commit, so change numbers commit in order. */
const writeLock = 7_201_969;

/** Our own code for a program that may not write to what a newer one made of the database. */
const tooOld = 'RS001';

/** Takes the lock, then looks whether this program may still write: one round trip, and each sees what is committed then. */
const lockAndCheck = (version: number) => `do $$ begin
  perform pg_advisory_xact_lock(${writeLock});
  if (select max(least_writer) from schema_version) > ${version} then
    raise exception using errcode = '${tooOld}';
  end if;
end $$`;

/** A pool for `url` whose 64-bit integers arrive as numbers. */
export function postgresPool(url: string): PostgresPool {
  const int8 = 20;
  const types = {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  };
  return new pg.Pool({ connectionString: url, max: 10, types, Client: namingClient(pg.Client, new Statements()) });
}

/** Brings the database to the newest schema. `pool` must give 64-bit integers as numbers; the engine ends it. */
export async function openPostgres(pool: PostgresPool, history = readSteps('postgres')): Promise<Engine> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const steps = await history;
  const transact = <T>(begin: RawBuilder<unknown>, work: (db: Db) => Promise<T>) =>
    db.transaction().execute(async (transaction) => {
      await begin.execute(transaction);
      return work(transaction);
    });
  await transact(sql.raw(`select pg_advisory_xact_lock(${writeLock})`), (transaction) => migrate(transaction, steps));

  const partsFor = firstParts(db);
  const begin = sql.raw(lockAndCheck(steps.length));
  const write = <T>(work: (db: Db) => Promise<T>) =>
    transact(begin, work).catch((error) => {
      throw error.code === tooOld ? new OutdatedProgram() : error;
    });
  return {
    db,
    read: (work) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    write,
    containing: (source, text) => sql`(select id from ${rowsOf(source)} and strpos(folded, ${text}) > 0)`,
    withWords: (source, words, first) =>
      source === 'listed' && first !== undefined
        ? firstSkills(queryFor(words), partsFor(first), first.count)
        : sql`(select id from ${rowsOf(source)} and ${sql.raw(lexemes(tableOf(source)))} @@ ${queryFor(words)}::tsquery
            ${first === undefined ? sql`` : sql`order by id limit ${sql.lit(first.count)}`})`,
    havingEach: (terms) => sql`select nth - 1 as nth, listed_with(term::tsquery) as ids
      from jsonb_array_elements_text(${JSON.stringify(terms.map(lexeme))}::jsonb)
      with ordinality as asked(term, nth)`,
    withIds: (json) => sql`(select each::bigint as id from jsonb_array_elements_text(${json}::jsonb) as listed(each))`,
    // As an array, of which few are expected: of a set a hundred, and all rows were read to find them.
    among: (column, json) => sql`${sql.ref(column)} = any (array(select jsonb_array_elements_text(${json}::jsonb)))`,
    size: async () => {
      const { rows } = await sql<{ database: number; contents: number }>`select
        pg_database_size(current_database()) as database, pg_total_relation_size('blobs') as contents`.execute(db);
      const { database = 0, contents = 0 } = rows[0] ?? {};
      return { database: Number(database), contents: Number(contents) };
    },
    close: () => db.destroy(),
  };
}

const tableOf = (source: TextSource): TextTable => (source === 'listed' ? 'skills' : source);

const rowsOf = (source: TextSource) =>
  sql.raw(source === 'listed' ? `skills where ${listed('skills')}` : `${source} where true`);

/** Asked for in each part first, until one has enough (schema/steps/postgres, 20). */
const firstSkills = (words: string, parts: readonly string[], count: number): Matches =>
  sql`(select id from first_skills(${words}::tsquery, array[${sql.join(parts)}]::tsquery[], ${sql.lit(count)}) as found(id))`;

const queryFor = ({ each, none = [] }: Words): string =>
  [
    ...each.map((choices) => `(${choices.map(together).join(' | ')})`),
    ...none.map((choice) => `!${together(choice)}`),
  ].join(' & ');

const together = (choice: string): string => `(${choice.split(' ').map(lexeme).join(' & ')})`;

/** Tokens are letters and digits alone; quoted all the same. */
const lexeme = (word: string): string =>
  word.endsWith('*') ? `${lexeme(word.slice(0, -1))}:*` : `'${word.replaceAll("'", "''")}'`;

/** The words of a row as lexemes: of skills they are kept, of others written as in the index, so that it serves them. */
const lexemes = (table: TextTable) =>
  table === 'skills' ? 'terms' : `array_to_tsvector(array_remove(string_to_array(${words(table)}, ' '), ''))`;
