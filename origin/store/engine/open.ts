/** The store that the settings name. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { openPostgres, postgresPool } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Where the embedded engine keeps everything. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'registry.sqlite');

/** Opens or creates it, at the newest schema. */
export async function openStore({
  dataDir,
  databaseUrl,
}: {
  dataDir: string;
  databaseUrl: string | undefined;
}): Promise<Engine> {
  if (databaseUrl) return openPostgres(postgresPool(databaseUrl));
  await mkdir(dataDir, { recursive: true });
  return openSqlite(sqliteFile(dataDir));
}
