/** A catalog that is damaged: it is derived, so another one can be made. */
import { rename, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { isDamage } from '../../../origin/store/engine/faults.ts';
import { leftOut } from '../../../origin/store/engine/leftOut.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';

/** Whether each page of it is as SQLite wrote it. Reads all of it; errors other than of damage are the caller's. */
export async function isSound(catalogFile: string): Promise<boolean> {
  const catalog = await openSqlite(catalogFile, { readOnly: true });
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(catalog.db);
    if (rows[0]?.integrity_check !== 'ok') return false;
    const { lines, unused } = await leftOut(catalog.db);
    return lines.length === 0 && unused === 0;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  } finally {
    await catalog.close();
  }
}

/**
 * Keeps the damaged one for who wants to know what happened to it, the newest alone. A mirror that has it open goes on with
 * it until it meets the new one. In this order a crash leaves nothing that the new one would be read with: SQLite itself
 * removes a `-wal` that it finds without a database.
 */
export async function setAside(catalogFile: string): Promise<void> {
  await rm(`${catalogFile}-shm`, { force: true });
  await rename(catalogFile, `${catalogFile}.damaged`);
  await rm(`${catalogFile}-wal`, { force: true });
}
