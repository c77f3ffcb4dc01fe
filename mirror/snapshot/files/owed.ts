/** Lists that wait to be made (build/lists.ts) where one commit shows a step whole: rows beside the manifest, of the same commit. */
import { sql } from 'kysely';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { isMissingTable, textsIn } from '../catalog/dialect.ts';
import type { Journal } from './journal.ts';

export async function createOwed(catalog: Db): Promise<void> {
  await sql`create table if not exists snapshot_owed (path text primary key)`.execute(catalog);
}

/** These, and no others, from now on. */
export async function recordOwed(catalog: Db, files: readonly string[]): Promise<void> {
  const owed = textsIn(catalog, files);
  await sql`delete from snapshot_owed where path not in ${owed}`.execute(catalog);
  await sql`insert into snapshot_owed (path) select value from ${owed} as owed on conflict (path) do nothing`.execute(
    catalog,
  );
}

/** Nothing else of a step is ever unfinished. */
export const journalOfOwed = (catalog: Pick<Engine, 'db'>): Journal => ({
  read: async () => {
    try {
      const { rows } = await sql<{ path: string }>`select path from snapshot_owed`.execute(catalog.db);
      return rows.map(({ path }) => path);
    } catch (error) {
      if (isMissingTable(error)) return [];
      throw error;
    }
  },
  write: async () => undefined,
  clear: async () => undefined,
});
