/** Every engine, opened empty, for suites that hold on all of them. */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { afterAll } from 'vitest';
import type { Engine } from '../origin/store/engine.ts';
import { openPostgres } from '../origin/store/postgres.ts';
import { openSqlite } from '../origin/store/sqlite.ts';
import manifest from '../package.json' with { type: 'json' };

export type EngineName = 'sqlite' | 'postgres';
export const engineNames: EngineName[] = ['sqlite', 'postgres'];

/** Where a store lives, whether a program has it open or not. */
interface Place {
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

/** PostgreSQL inside this process. It takes a while to start, so what one test is done with, the next one gets. */
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
  const server = idle.pop() ?? (await startServer());
  return {
    open: () => openPostgres(poolOf(server, watch)),
    remove: async () => {
      await server.database.exec('drop schema public cascade; create schema public');
      idle.push(server);
    },
  };
}

/** A fresh database, kept as files: to load it takes a quarter of the time that PostgreSQL needs to make one. */
const fresh = join(
  import.meta.dirname,
  `../node_modules/.cache/pglite-${manifest.devDependencies['@electric-sql/pglite']}.tar`,
);

async function startServer(): Promise<Server> {
  const files = await readFile(fresh).catch(() => undefined);
  const database = new PGlite({ parsers: { 20: Number }, ...(files && { loadDataDir: new Blob([files]) }) });
  await database.waitReady;
  if (!files) await keepFresh(await database.dumpDataDir('none'));
  return { database, free: Promise.resolve() };
}

async function keepFresh(files: Blob): Promise<void> {
  const unfinished = `${fresh}.${process.pid}`;
  await mkdir(dirname(fresh), { recursive: true });
  await writeFile(unfinished, await files.bytes());
  await rename(unfinished, fresh);
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
