import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPools } from '../../origin/store/engine/connections/pools.ts';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { lookAtSchema, openStore, sqliteFile, usual } from '../../origin/store/engine/open.ts';
import { openPostgres } from '../../origin/store/engine/postgres.ts';
import { openSqlite } from '../../origin/store/engine/sqlite.ts';
import { readSteps } from '../../origin/store/schema/steps.ts';
import { type EngineName, engineNames } from '../engines.ts';
import { hasPostgres, newPostgres, type PostgresServer } from '../servers/postgres.ts';
import { faultsOf } from './released/faults.ts';
import { everyRow, openReleased, readReleased } from './released/fixtures.ts';
import { schemaOf } from './released/schemaOf.ts';

/** A store of an earlier release, with many steps to go. */
const release = '0016';
const kills = Number(process.env['KILLS'] ?? 4);

describe.each(engineNames)('a migration that is killed, on the %s engine,', (name) => {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    if (name === 'postgres' && hasPostgres) server = await newPostgres();
  });
  afterAll(async () => server?.[Symbol.asyncDispose]());

  it.skipIf(name === 'postgres' && !hasPostgres)(
    'left nothing behind, and the next one brings the store to the newest schema',
    async () => {
      const steps = await readSteps(name);
      const due = steps.slice(Number(release)).flatMap(({ statements }) => statements).length;
      await using place = await placeOf(name, server);
      const before = await place.looked(async (engine) => ({ schema: await schemaOf(name, engine) }));
      const rows = await place.looked(everyRow);
      for (let kill = 0; kill < kills; kill += 1) {
        const at = Math.round((kill * (due - 1)) / (kills - 1));
        const child = fork(join(import.meta.dirname, 'migrateProcess.ts'), [...place.arguments, String(at)]);
        expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
        expect((await lookAtSchema(place))?.standing?.schema, `killed at ${at}`).toBe(Number(release));
        expect(await place.looked(everyRow), `killed at ${at}`).toEqual(rows);
      }
      expect(await place.looked(async (engine) => ({ schema: await schemaOf(name, engine) }))).toEqual(before);
      const engine = await openStore(place);
      expect(await faultsOf(name, engine, rows)).toEqual([]);
      await engine.close();
      expect((await lookAtSchema(place))?.standing?.schema).toBe(steps.length);
    },
  );
});

async function placeOf(name: EngineName, server: PostgresServer | undefined) {
  const { place } = await openReleased('sqlite', release);
  const dataDir = dirname((place as unknown as { file: string }).file);
  if (name === 'postgres') await server?.run(await readReleased(name, release));
  const databaseUrl = name === 'postgres' ? server?.url : undefined;
  return {
    ...{ dataDir, databaseUrl, arguments: [dataDir, databaseUrl ?? ''] },
    /** What is there, by who changes nothing. */
    looked: async <T>(look: (engine: Engine) => Promise<T>): Promise<T> => {
      const history = Promise.resolve([]);
      const engine = databaseUrl
        ? await openPostgres(
            openPools(databaseUrl, usual, () => undefined),
            { history },
          )
        : await openSqlite(sqliteFile(dataDir), { history });
      return look(engine).finally(engine.close);
    },
    [Symbol.asyncDispose]: () => place.remove(),
  };
}
