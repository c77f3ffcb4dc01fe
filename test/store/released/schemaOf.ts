/** What a database is made of, to compare: a line for each of its parts, however its SQL was laid out. */
import { sql } from 'kysely';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import type { EngineName } from '../../engines.ts';

export async function schemaOf(name: EngineName, { db }: Engine): Promise<string[]> {
  const parts = name === 'sqlite' ? sqliteParts : postgresParts;
  const { rows } = await parts.execute(db);
  return rows.map(({ part, text }) => `${part}: ${plain(text)}`).sort();
}

export const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),;]) ?/g, '$1');

const sqliteParts = sql<{ part: string; text: string }>`
  select type || ' ' || name as part, sql as text from sqlite_schema where sql is not null`;

const postgresParts = sql<{ part: string; text: string }>`
  select 'column ' || table_name || '.' || column_name as part, concat_ws(' ', data_type, collation_name, is_nullable,
      column_default, is_identity, row_number() over (partition by table_name order by ordinal_position)) as text
    from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint ' || conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
  union all select 'trigger ' || tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid)
    from pg_trigger where not tgisinternal
  union all select 'function ' || proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
  union all select 'sequence ' || sequencename, data_type::text from pg_sequences where schemaname = 'public'`;
