/** Counts in a table of PostgreSQL. */
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { bucketWindow } from '../../contract/operations/row.ts';
import { openOwnPool } from '../../store/engine/connections/ownPool.ts';
import type { SharedCounts } from './shared.ts';

const tableName = 'request_counts';

/** As the library would make it, but for the log, which a count needs as little as it needs to outlive a crash. */
const table = `create unlogged table if not exists ${tableName}
  (key varchar(255) primary key, points integer not null default 0, expire bigint)`;

/** PostgreSQL's codes of a table that another makes at the same time. */
const madeMeanwhile = new Set(['23505', '42P07']);

export function postgresCounts(url: string, kind: string): SharedCounts {
  const pool = openOwnPool(url, { size: 8, patience: 1000, idle: 30_000 });
  const query = async (text: string, values: unknown[] = []): Promise<{ rows: Record<string, unknown>[] }> => {
    const connection = await pool.connect();
    try {
      return { ...(await connection.query<Record<string, unknown>>(text, values)) };
    } finally {
      connection.release();
    }
  };
  // Statements without names, which poolers that hand connections on after each transaction don't keep.
  const storeClient = { query: ({ text, values }: { text: string; values: unknown[] }) => query(text, values) };
  let isMade = false;
  return {
    name: `PostgreSQL at ${new URL(url).host}`,
    limiterOf: (bucket, points) =>
      new RateLimiterPostgres({
        ...{ storeClient, storeType: 'client', points, duration: bucketWindow },
        ...{ tableName, tableCreated: true, keyPrefix: `${kind}:${bucket}` },
      }),
    prepare: async () => {
      if (isMade) return;
      const { rows } = await query('select to_regclass($1) as made', [tableName]);
      if (rows[0]?.['made'] === null)
        await query(table).catch((error) => {
          if (!madeMeanwhile.has(error.code)) throw error;
        });
      isMade = true;
    },
    end: () => pool.end(),
  };
}
