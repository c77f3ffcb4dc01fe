import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMetrics } from '../../../origin/http/oncall/metrics.ts';
import { observedEngine } from '../../../origin/http/oncall/observedEngine.ts';
import { openStoreSoon } from '../../../origin/store/engine/open.ts';
import { hasPostgres, newPostgres } from '../../servers/postgres.ts';

const bounds = { poolSize: 4, connectTimeout: 5000, statementTimeout: 3000, lockTimeout: 3000, idleTimeout: 30_000 };

it.skipIf(!hasPostgres)(
  'writes of two owners are under way at once, through all that the origin puts around its store',
  async () => {
    await using server = await newPostgres();
    const stopping = new AbortController();
    const place = { dataDir: '', databaseUrl: server.url, database: bounds };
    const { engine: bare } = await openStoreSoon(place, { tell: () => undefined, signal: stopping.signal });
    const { engine } = observedEngine(bare, createMetrics('origin'));
    try {
      const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
      /** Resolves to whether the other had begun before it ended, which it waits for. */
      const write = (own: 0 | 1) =>
        engine.write(
          async (db) => {
            await db.selectFrom('skills').select('id').execute();
            begun[own].resolve();
            return Promise.race([begun[own === 0 ? 1 : 0].promise.then(() => true), wait(2000, false)]);
          },
          { owners: [own] },
        );
      expect(await Promise.all([write(0), write(1)])).toEqual([true, true]);
      // By one who writes alone, it is waited for.
      const order: string[] = [];
      const first = Promise.withResolvers<void>();
      const scoped = engine.write(
        async (db) => {
          await db.selectFrom('skills').select('id').execute();
          first.resolve();
          await wait(200);
          order.push('of an owner');
        },
        { owners: [0] },
      );
      await first.promise;
      await engine.write(async (db) => {
        await db.selectFrom('skills').select('id').execute();
        order.push('alone');
      });
      await scoped;
      expect(order).toEqual(['of an owner', 'alone']);
    } finally {
      stopping.abort();
      await engine.close();
    }
  },
);
