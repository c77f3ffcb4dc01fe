/** PostgreSQL, for those who outgrow one machine. The only file that knows it. */
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { words } from '../schema/indexing.ts';
import { isCurrent, type OnStep, readStanding } from '../schema/migrate.ts';
import { readSteps, type Step } from '../schema/steps.ts';
import type { Tables } from '../schema/tables.ts';
import type { Pools } from './connections/pools.ts';
import type { Engine, Matches, SchemaFound, Words } from './engine.ts';
import { migratePostgres } from './postgresMigration.ts';
import { foldsTotals, keepNumbersInOrder } from './postgresOrder.ts';
import { checkWhole, dropPartial, isPartialDue, makePartial } from './postgresPartial.ts';
import { firstParts } from './postgresParts.ts';
import { pipelinedReads } from './postgresPipeline.ts';
import { containing, lexeme } from './postgresText.ts';
import { writeLock, writesOn } from './postgresWrites.ts';

interface Options {
  /** Look at what is there: nothing is made or migrated, and `write` fails. */
  readOnly?: boolean;
  /** A copy of chosen rows, as in sqlite.ts; `keepsNewer` leaves what a newer program made of it. */
  partial?: boolean;
  keepsNewer?: boolean;
  /** Fills a database that is empty, in one transaction with the steps: until it is done, nothing is there. */
  fill?: ((db: Kysely<Tables>) => Promise<void>) | undefined;
  /** Instead of the released steps. */
  history?: Promise<Step[]>;
  onStep?: OnStep | undefined;
  /** Hears why the steps have to wait before they begin. */
  onWait?: ((why: string) => void) | undefined;
}

/** Brings the database to the newest schema. Pools must give 64-bit integers as numbers; the engine ends them. */
export async function openPostgres(pools: Pools, options: Options = {}): Promise<Engine> {
  const on = (dialect: PostgresDialect) => new Kysely<Tables>({ dialect });
  const dialectOf = (pool: PostgresPool) => new PostgresDialect({ pool });
  const [piping, writes] = [dialectOf(pools.pipelined), dialectOf(pools.writes)];
  const [db, writer, stepper] = [on(dialectOf(pools.reads)), on(writes), on(dialectOf(pools.steps))];
  const pipeliner = on(piping);
  const {
    history = readSteps('postgres'),
    readOnly,
    partial = false,
    keepsNewer = !partial,
    fill,
    ...hearing
  } = options;
  const steps = await history;
  const { write, end } = foldsTotals(writesOn(writer, writes, steps.length, pools.bounds), steps.length);
  const close = async () => {
    await end();
    await pools.end();
    for (const each of [db, pipeliner, writer]) await each.destroy();
  };
  try {
    // A program that starts while another one writes waits for nobody, unless there is something to do.
    if (partial && (await isPartialDue(db, steps, keepsNewer))) {
      const startOver = keepsNewer ? undefined : dropPartial;
      await migratePostgres(stepper, steps, { writeLock, ...hearing, startOver, after: makePartial });
    } else if (!(partial || readOnly)) {
      await checkWhole(db);
      if (fill || !(await isCurrent(db, steps)))
        await migratePostgres(stepper, steps, { writeLock, ...hearing, after: fill });
    }
    if (!readOnly) await keepNumbersInOrder(db, write, steps.length);
  } catch (error) {
    await close();
    throw error;
  } finally {
    await stepper.destroy();
  }

  const partsFor = firstParts(db);
  return {
    db,
    pipelined: pipelinedReads(pipeliner, piping),
    read: (work) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    write: readOnly ? () => Promise.reject(new Error('This database was opened for reading.')) : write,
    containing,
    withWords: (words, first) =>
      first === undefined
        ? sql`(select id from listed_texts where terms @@ ${queryFor(words)}::tsquery)`
        : firstSkills(queryFor(words), partsFor(first), first.count),
    hasWords: (table, words) => sql`${sql.raw(lexemes(table))} @@ ${queryFor(words)}::tsquery`,
    havingEach: (terms) => sql`select nth - 1 as nth, listed_with(term::tsquery) as ids
      from jsonb_array_elements_text(${JSON.stringify(terms.map(lexemeOf))}::jsonb)
      with ordinality as asked(term, nth)`,
    withIds: (json) => sql`(select each::bigint as id from jsonb_array_elements_text(${json}::jsonb) as listed(each))`,
    // As an array, of which few are expected: of a set a hundred, and all rows were read to find them.
    among: (column, json) => sql`${sql.ref(column)} = any (array(select jsonb_array_elements_text(${json}::jsonb)))`,
    nextId: (table) => sql`nextval(pg_get_serial_sequence(${sql.lit(table)}, 'id'))`,
    size: async () => {
      const { rows } = await sql<{ database: number; contents: number }>`select
        pg_database_size(current_database()) as database, pg_total_relation_size('blobs') as contents`.execute(db);
      const { database = 0, contents = 0 } = rows[0] ?? {};
      return { database: Number(database), contents: Number(contents) };
    },
    close,
  };
}

/** What a database says of its schema, with nothing made or changed. The pools end. */
export async function lookAtPostgres(pools: Pools): Promise<SchemaFound> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pools.reads }) });
  try {
    const standing = await readStanding(db);
    const { rows } = await sql<{ bytes: number; identity: string }>`select pg_database_size(oid) as bytes,
      system_identifier || '/' || oid as identity from pg_control_system(), pg_database
      where datname = current_database()`.execute(db);
    const [{ bytes, identity } = { bytes: 0, identity: '' }] = rows;
    return { standing, bytes: Number(bytes), identity };
  } finally {
    await pools.end();
    await db.destroy();
  }
}

/** Asked for in each part first, until one has enough (schema/steps/postgres, 33). */
const firstSkills = (words: string, parts: readonly string[], count: number): Matches =>
  sql`(select id from first_skills(${words}::tsquery, array[${sql.join(parts)}]::tsquery[], ${sql.lit(count)}) as found(id))`;

const queryFor = ({ each, none = [] }: Words): string =>
  [
    ...each.map((choices) => `(${choices.map(together).join(' | ')})`),
    ...none.map((choice) => `!${together(choice)}`),
  ].join(' & ');

const together = (choice: string): string => `(${choice.split(' ').map(lexemeOf).join(' & ')})`;

const lexemeOf = (word: string): string => (word.endsWith('*') ? `${lexeme(word.slice(0, -1))}:*` : lexeme(word));

/** The words of a row as lexemes, written as in the index, so that it serves them. */
const lexemes = (table: string): string => `array_to_tsvector(array_remove(string_to_array(${words(table)}, ' '), ''))`;
