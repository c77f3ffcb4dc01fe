/** A PostgreSQL database that holds chosen rows of a store, made again from it at any time. It says so of itself. */
import { type Kysely, sql } from 'kysely';
import { readStanding } from '../schema/migrate.ts';
import type { Step } from '../schema/steps.ts';
import type { Tables } from '../schema/tables.ts';

/**
 * Whether there is something to do before it is of use. Errors: a database that is a store where a partial copy should be,
 * or the other way round: to empty it, or to drop its references, would lose what can't be made again.
 */
export async function isPartialDue(db: Kysely<Tables>, steps: readonly Step[], keepsNewer: boolean): Promise<boolean> {
  const standing = await readStanding(db);
  if (!standing) return true;
  if (!(await isMarked(db)))
    throw new Error('CATALOG_URL: this database holds a store, or something else. Name an empty one for the catalog.');
  return standing.schema < steps.length || (!keepsNewer && standing.leastWriter > steps.length);
}

export async function checkWhole(db: Kysely<Tables>): Promise<void> {
  if (await isMarked(db))
    throw new Error('DATABASE_URL: this database holds the catalog of a mirror, and no store. Name another one.');
}

const isMarked = async (db: Kysely<Tables>): Promise<boolean> =>
  (await sql<{ there: boolean }>`select to_regclass('partial_copy') is not null as there`.execute(db)).rows[0]?.there ??
  false;

/** What follows the steps of the schema, in their transaction: rows may refer to others that are not copied. */
export async function makePartial(db: Kysely<Tables>): Promise<void> {
  await sql`create table if not exists partial_copy ()`.execute(db);
  await sql
    .raw(
      eachOf(
        'conrelid::regclass as owner, conname as name',
        `pg_constraint where contype = 'f'`,
        `format('alter table %s drop constraint %I', found.owner, found.name)`,
      ),
    )
    .execute(db);
}

/** Takes away all that the steps made, and nothing of an extension. */
export async function dropPartial(db: Kysely<Tables>): Promise<void> {
  const ofExtension = (catalog: string) =>
    `oid not in (select objid from pg_depend where classid = '${catalog}'::regclass and deptype = 'e')`;
  const here = (column: string) => `${column} = current_schema()::regnamespace`;
  const objects = `pg_class where ${here('relnamespace')} and relkind in ('r', 'v', 'S') and ${ofExtension('pg_class')}`;
  await sql
    .raw(
      eachOf(
        'relname as name, relkind as kind',
        objects,
        `format('drop %s if exists %I cascade', case found.kind when 'r' then 'table' when 'v' then 'view' else 'sequence' end,
      found.name)`,
      ),
    )
    .execute(db);
  await sql
    .raw(
      eachOf(
        'oid::regprocedure as name',
        `pg_proc where ${here('pronamespace')} and ${ofExtension('pg_proc')}`,
        `format('drop routine if exists %s cascade', found.name)`,
      ),
    )
    .execute(db);
}

const eachOf = (columns: string, from: string, statement: string): string => `do $$
declare found record;
begin
  for found in select ${columns} from ${from} loop
    execute ${statement};
  end loop;
end $$`;
