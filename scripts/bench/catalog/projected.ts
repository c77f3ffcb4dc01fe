/**
 * The rows that projecting each entity of a catalog would leave, copied as they stand: all of it is public, and a million
 * skills take an hour one by one. A test holds that they are the same (test/scripts/bench/catalog.test.ts).
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { publicTables } from '../../../mirror/snapshot/catalog/publicColumns.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { dropIndexes, makeIndexes } from './indexes.ts';

/** `dataDir` has the store, which is SQLite's. */
export const fillCatalog = (dataDir: string, catalog: Engine): Promise<void> =>
  catalog.write(async (db) => {
    await sql`attach ${join(dataDir, 'registry.sqlite')} as store`.execute(db);
    const indexes = await dropIndexes(db);
    for (const { name, columns, row } of Object.values(publicTables)) {
      const shown = columns.map((column) => column.slice(name.length + 1));
      const instead = Object.entries((row as (shown: object) => object)({}));
      const into = sql.join([...shown, ...instead.map(([column]) => column)].map((column) => sql.ref(column)));
      const values = [...shown.map((column) => sql.ref(column)), ...instead.map(([, value]) => sql`${value}`)];
      await sql`delete from main.${sql.table(name)}`.execute(db);
      await sql`insert into main.${sql.table(name)} (${into})
        select ${sql.join(values)} from store.${sql.table(name)}`.execute(db);
    }
    await makeIndexes(db, indexes);
  });
