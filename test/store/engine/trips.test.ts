import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../origin/store/engine/open.ts';
import { distanceTo } from '../../servers/distance.ts';
import { hasPostgres, newPostgres } from '../../servers/postgres.ts';

const bounds = { poolSize: 4, connectTimeout: 5000, statementTimeout: 5000, lockTimeout: 5000, idleTimeout: 30_000 };

describe.skipIf(!hasPostgres)('round trips to a PostgreSQL that is far away', () => {
  it('are two for a write of a statement: one to its commit, since nothing waits for its beginning', async () => {
    await using server = await newPostgres();
    await using distance = await distanceTo(server.port, 5);
    const databaseUrl = server.url.replace(String(server.port), String(distance.port));
    const engine = await openStore({ dataDir: '', databaseUrl, database: bounds }, { tell: () => undefined });
    const write = () => engine.write((db) => sql`select count(*) from skills`.execute(db));
    await write();
    const before = distance.trips();
    await write();
    expect(distance.trips() - before).toBe(2);
    await engine.close();
  });
});
