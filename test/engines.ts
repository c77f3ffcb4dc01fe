/** Every engine, opened empty, for suites that hold on all of them. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sqlite3 from 'sqlite3';
import type { Engine, HavingEach } from '../origin/store/engine/engine.ts';
import { openSqlite } from '../origin/store/engine/sqlite.ts';
import { newDatabase, type Place } from './pglite.ts';

export type EngineName = 'sqlite' | 'postgres';
export const engineNames: EngineName[] = ['sqlite', 'postgres'];

/** Without a schema: what opens it first makes one. */
export const newPlace = (name: EngineName): Promise<Place> => (name === 'postgres' ? newDatabase() : newFile());

/** An empty store with its schema; closing it removes it. */
export async function openEngine(name: EngineName): Promise<Engine> {
  if (name === 'sqlite') return openBytes(await bytesWithSchema());
  return removedWhenClosed(await newDatabase({ schema: 'kept' }));
}

/** One whose searches a listing answers. */
export async function openListed(): Promise<Engine & { havingEach: HavingEach }> {
  const engine = await openEngine('postgres');
  const { havingEach } = engine;
  if (!havingEach) throw new Error('PostgreSQL says which skills have a term.');
  return { ...engine, havingEach };
}

/** A SQLite store that begins with the bytes of another; closing it removes it. */
export async function openBytes(bytes: Uint8Array): Promise<Engine> {
  const place = await newFile();
  await writeFile(place.file, bytes);
  return removedWhenClosed(place);
}

async function removedWhenClosed(place: Place): Promise<Engine> {
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
  return {
    file,
    open: (history) => openSqlite(file, history && { history }),
    run: (text) => runInSqlite(file, text),
    remove: () => rm(directory, { recursive: true }),
  };
}

function runInSqlite(file: string, text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const database = new sqlite3.Database(file);
  database.exec(text, (failed) => database.close((error) => (failed || error ? reject(failed ?? error) : resolve())));
  return promise;
}

/** The bytes of a database that is empty but for its schema: to write them takes a tenth of making the schema. */
let withSchema: Promise<Uint8Array> | undefined;

export function bytesWithSchema(): Promise<Uint8Array> {
  withSchema ??= makeSchema();
  return withSchema;
}

async function makeSchema(): Promise<Uint8Array> {
  const place = await newFile();
  await (await place.open()).close();
  const bytes = await readFile(place.file);
  await place.remove();
  return bytes;
}

/** What a SQLite database holds now, as a file that others begin from. */
export async function bytesOf({ db }: Engine): Promise<Uint8Array> {
  const place = await newFile();
  await sql`vacuum into ${place.file}`.execute(db);
  const bytes = await readFile(place.file);
  await place.remove();
  return bytes;
}
