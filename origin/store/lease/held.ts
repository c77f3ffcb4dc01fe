/** Who has a lease of a store now: so whether any of its programs run. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../engine/engine.ts';
import { lockFile } from '../engine/sqlite.ts';

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

/** Undefined where nobody has one. On PostgreSQL a program that was killed counts until its lease ends. */
export async function leaseHolder({ dataDir, databaseUrl }: Place, db: Db): Promise<string | undefined> {
  if (databaseUrl) {
    const { rows } = await sql<{
      holder: string;
    }>`select holder from leases where ends > clock_timestamp() limit 1`.execute(db);
    return rows[0]?.holder;
  }
  const folder = join(dataDir, 'leases');
  const names = await readdir(folder).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  for (const name of names.filter((name) => name.endsWith('.lock'))) {
    const release = await lockFile(join(folder, name), 'exclusive');
    if (!release) return 'a process on this machine';
    await release();
  }
  return undefined;
}
