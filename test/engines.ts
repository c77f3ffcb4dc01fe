/** Every engine, opened empty, for suites that hold on all of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { afterAll } from 'vitest';
import type { Engine } from '../origin/store/engine.ts';
import { openPostgres } from '../origin/store/postgres.ts';
import { openSqlite } from '../origin/store/sqlite.ts';

export type EngineName = 'sqlite' | 'postgres';
export const engineNames: EngineName[] = ['sqlite', 'postgres'];

/** Where a store lives, whether a program has it open or not. */
export interface Place {
  open(): Promise<Engine>;
  /** Removes it with all it holds. Every engine on it must be closed. */
  remove(): Promise<void>;
}

export const newPlace = (name: EngineName): Promise<Place> => (name === 'postgres' ? newDatabase() : newFile());

/** An empty store; closing it removes it. */
export async function openEngine(name: EngineName): Promise<Engine> {
  const place = await newPlace(name);
  const engine = await place.open();
  return {
    ...engine,
    close: async () => {
      await engine.close();
      await place.remove();
    },
  };
}

/** A folder for one SQLite database, which is `registry.sqlite` in it. */
export async function newFile(): Promise<Place & { file: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'registry-'));
  const file = join(directory, 'registry.sqlite');
  return { file, open: () => openSqlite(file), remove: () => rm(directory, { recursive: true }) };
}

/** PostgreSQL inside this process. It takes seconds to start, so what one test is done with, the next one gets. */
interface Server {
  database: PGlite;
  /** When the one connection it has is free. */
  free: Promise<void>;
}

const idle: Server[] = [];
afterAll(async () => {
  for (const { database } of idle.splice(0)) await database.close();
});

/** `watch` is shown each statement that an engine on it sends. */
export async function newDatabase(watch?: (sql: string) => void): Promise<Place> {
  const server = idle.pop() ?? { database: new PGlite({ parsers: { 20: Number } }), free: Promise.resolve() };
  return {
    open: () => openPostgres(poolOf(server, watch)),
    remove: async () => {
      await server.database.exec('drop schema public cascade; create schema public');
      idle.push(server);
    },
  };
}

/** Whoever connects has the one connection alone until release. */
function poolOf(server: Server, watch: (sql: string) => void = () => undefined): PostgresPool {
  return {
    connect: async () => {
      const before = server.free;
      const { promise, resolve } = Promise.withResolvers<void>();
      server.free = promise;
      await before;
      const client = {
        query: async (sql: string, parameters: unknown[]) => {
          watch(sql);
          const { rows, affectedRows } = await server.database.query(sql, parameters);
          return { rows, rowCount: affectedRows ?? 0, command: sql.trimStart().split(' ', 1)[0]?.toUpperCase() };
        },
        release: () => resolve(),
      };
      return client as unknown as PostgresPoolClient;
    },
    end: async () => {},
    options: {},
  };
}
