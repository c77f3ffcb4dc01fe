import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { columnsOf, type Side } from '../../../origin/store/moving/rows.ts';
import { copiedTables, derivedTables, ownTables } from '../../../origin/store/moving/tables.ts';
import { openEngine } from '../../engines.ts';

const listing = {
  sqlite: sql<{ name: string }>`select name from pragma_table_list where schema = 'main' and name not like 'sqlite_%'
    and type in ('table', 'virtual', 'view')`,
  postgres: sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'p', 'm')`,
};

it.each(['sqlite', 'postgres'] as const)(
  'on %s every table is copied, or compared, or said to be neither',
  async (kind) => {
    const engine = await openEngine(kind);
    const { rows } = await listing[kind].execute(engine.db);
    const moved = new Set<string>([...copiedTables, ...derivedTables]);
    const own = Object.keys(ownTables[kind]).map((name) => new RegExp(`^${name.replace('*', '[a-z_]+')}$`));
    const unnamed = rows.filter(({ name }) => !moved.has(name) && !own.some((pattern) => pattern.test(name)));
    expect(unnamed).toEqual([]);
    for (const pattern of own)
      expect(
        rows.some(({ name }) => pattern.test(name)),
        String(pattern),
      ).toBe(true);
    const columns = await Promise.all(
      [...moved].map((table) => columnsOf({ kind, db: engine.db } satisfies Side, table)),
    );
    expect(columns.filter((names) => names.length === 0)).toEqual([]);
    await engine.close();
  },
);

it('counts ids on both engines in the same tables', async () => {
  const [sqlite, postgres] = [await openEngine('sqlite'), await openEngine('postgres')];
  const { rows: counted } = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'table' and sql like '%autoincrement%' and name <> 'changes'`.execute(sqlite.db);
  const { rows: numbered } = await sql<{ name: string }>`select relname as name from pg_attribute join pg_class
    on pg_class.oid = attrelid where attidentity <> '' and attname = 'id'`.execute(postgres.db);
  expect(counted.map(({ name }) => name).sort()).toEqual(numbered.map(({ name }) => name).sort());
  await sqlite.close();
  await postgres.close();
});
