import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { columnsOf, type Side } from '../../../origin/store/moving/rows.ts';
import { readStill } from '../../../origin/store/moving/source.ts';
import { copiedTables, derivedTables, ownTables } from '../../../origin/store/moving/tables.ts';
import { newFile, openEngine } from '../../engines.ts';

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

it('rejects where a program wrote while the store was read, and where it did not does not', async () => {
  const place = await newFile();
  const writer = await place.open();
  const engine = await openSqlite(place.file, { readOnly: true });
  await readStill({ kind: 'sqlite', engine }, async () => undefined);
  await writer.write((db) => sql`insert into object_store values ('one')`.execute(db));
  await readStill({ kind: 'sqlite', engine }, async () => undefined);
  const meanwhile = readStill({ kind: 'sqlite', engine }, async ({ db }) => {
    await sql`select * from object_store`.execute(db);
    await writer.write((other) => sql`insert into object_store values ('two')`.execute(other));
  });
  await expect(meanwhile).rejects.toThrow(/^The store was written to meanwhile/);
  await engine.close();
  await writer.close();
  await place.remove();
});
