import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { changesAfter, newestChange } from '../../../origin/store/events/changes.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../../servers/postgres.ts';

const bounds = { poolSize: 6, connectTimeout: 5000, statementTimeout: 5000, lockTimeout: 5000, idleTimeout: 30_000 };

/** A write of one owner: milliseconds before it begins, between two notes of it, and before it ends. */
const write = fc.record({
  owner: fc.integer({ min: 1, max: 6 }),
  isAlone: fc.integer({ min: 0, max: 5 }).map((draw) => draw === 0),
  pauses: fc.tuple(fc.nat(12), fc.nat(12), fc.nat(12)),
  fails: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
});

describe.skipIf(!hasPostgres)('changes of writes that run side by side', () => {
  let server: PostgresServer;
  let engine: Engine;
  let entity = 0;
  beforeAll(async () => {
    server = await newPostgres();
    engine = await openStore({ dataDir: '', databaseUrl: server.url, database: bounds }, { tell: () => undefined });
  });
  afterAll(async () => {
    await engine?.close();
    await server?.[Symbol.asyncDispose]();
  });

  it('are told of in an order that never goes back, and none is missed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 2, maxLength: 14 }), async (writes) => {
        const from = await newestChange(engine.db);
        const committed = new Set<number>();
        const told = new Set<number>();
        let isOver = false;
        /** What each number stood for when it was first said to be settled. */
        let settled: string[] = [];
        let position = from;
        const follow = async () => {
          const [newest, changes, rows] = await engine.read(async (db) => [
            await newestChange(db),
            await changesAfter(db, position),
            (
              await sql<{ seq: number; entity_id: number }>`select seq, entity_id from changes where seq > ${from}
                order by seq, entity_id`.execute(db)
            ).rows.map(({ seq, entity_id }) => `${seq} ${entity_id}`),
          ]);
          expect(newest).toBeGreaterThanOrEqual(position);
          expect(rows.slice(0, settled.length)).toEqual(settled);
          for (const { entityId } of changes) told.add(entityId);
          [position, settled] = [newest, rows];
        };
        const following = (async () => {
          while (!isOver) await follow();
        })();
        await Promise.all(
          writes.map(async ({ owner, isAlone, pauses: [before, between, after], fails }) => {
            await wait(before);
            entity += 2;
            const [first, second] = [entity - 1, entity];
            const work: Parameters<Engine['write']>[0] = async (db) => {
              await sql`insert into changes (kind, entity_id) values ('skill', ${first})`.execute(db);
              await wait(between);
              await sql`insert into changes (kind, entity_id) values ('kit', ${second})`.execute(db);
              await wait(after);
              if (fails) throw new Error('taken back');
            };
            await engine.write(work, isAlone ? undefined : { owners: [owner] }).then(
              () => committed.add(first).add(second),
              () => undefined,
            );
          }),
        );
        isOver = true;
        await following;
        await follow();
        expect([...told].sort((a, b) => a - b)).toEqual([...committed].sort((a, b) => a - b));
        expect(settled).toHaveLength(committed.size);
      }),
      { numRuns: Number(process.env['THOROUGH'] ?? 1) * 60 },
    );
  });
});
