import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../origin/contract/quotas.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { distanceTo } from '../../servers/distance.ts';
import { hasPostgres, newPostgres } from '../../servers/postgres.ts';

/** Milliseconds to the server and back. */
const trip = 200;

const bounds = { poolSize: 4, connectTimeout: 5000, statementTimeout: 5000, lockTimeout: 5000, idleTimeout: 30_000 };

/** A store with `milliseconds` to its server and back. Its schema is made before, from nearby. */
async function storeAt(milliseconds: number, own: Partial<typeof bounds> = {}) {
  const server = await newPostgres();
  const open = (databaseUrl: string) =>
    openStore({ dataDir: '', databaseUrl, database: { ...bounds, ...own } }, { tell: () => undefined });
  await (await open(server.url)).close();
  const distance = await distanceTo(server.port, milliseconds / 2);
  const engine = await open(server.url.replace(String(server.port), String(distance.port)));
  const end = async () => {
    await engine.close();
    await distance[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  };
  return { engine, distance, [Symbol.asyncDispose]: end };
}

describe.skipIf(!hasPostgres)('round trips to a PostgreSQL that is far away', () => {
  it('are two for a write of a statement: one to its commit, since nothing waits for its beginning', async () => {
    await using far = await storeAt(10);
    const { engine, distance } = far;
    const write = () => engine.write((db) => sql`select count(*) from skills`.execute(db));
    await write();
    const before = distance.trips();
    await write();
    expect(distance.trips() - before).toBe(2);
  });

  it('are two for however many reads that are asked in one go', async () => {
    await using far = await storeAt(10);
    const { engine, distance } = far;
    const look = () =>
      engine.pipelined((db) =>
        Promise.all(Array.from({ length: 50 }, (_, nth) => sql`select ${nth}::int as nth`.execute(db))),
      );
    await look();
    const before = distance.trips();
    expect((await look()).map(({ rows }) => rows)).toEqual(Array.from({ length: 50 }, (_, nth) => [{ nth }]));
    expect(distance.trips() - before).toBe(2);
  });

  it('leave single reads a connection, also where there is one', async () => {
    await using far = await storeAt(2, { poolSize: 1, connectTimeout: 500 });
    const { engine } = far;
    await engine.pipelined(async (db) => {
      await sql`select 1`.execute(db);
      await expect(sql`select 1`.execute(engine.db)).resolves.toBeTruthy();
    });
  });

  it('are five for a publish: who calls, what is there, the locks with what is read, what is stored, the commit', async () => {
    await using far = await storeAt(trip);
    const { engine } = far;
    const registry = await openRegistry('postgres', { engine, settings: { quotas: defaultLimits } });
    await registry.publish('ada', 'first', { 'SKILL.md': skillMd('first') });
    // So that each of the connections is there.
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(engine.db)));
    const roundsOf = async (slug: string, text: string) => {
      const began = performance.now();
      expect((await registry.publish('ada', slug, { 'SKILL.md': skillMd(slug, text) })).status).toBe(201);
      return Math.floor((performance.now() - began) / trip);
    };
    /** Of some tries: a busy machine only adds to it, once what is done here in between takes as long as a round. */
    const least = async (tries: readonly (readonly [slug: string, text: string])[]) => {
      let rounds = Number.POSITIVE_INFINITY;
      for (const [slug, text] of tries) if (rounds > 5) rounds = Math.min(rounds, await roundsOf(slug, text));
      return rounds;
    };
    const numbers = ['one', 'two', 'three', 'four'];
    expect(await least(numbers.map((name) => [name, 'A new one.']))).toBe(5);
    expect(await least(numbers.map((name) => ['one', `The next: ${name}.`]))).toBe(5);
  });
});
