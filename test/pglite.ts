/** PostgreSQL inside this process. It takes a while to start, so what one test is done with, the next one gets. */
import { hash } from 'node:crypto';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite, parse, protocol } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pools } from '../origin/store/engine/connections/pools.ts';
import type { Engine } from '../origin/store/engine/engine.ts';
import { openPostgres } from '../origin/store/engine/postgres.ts';
import { readSteps, type Step } from '../origin/store/schema/steps.ts';
import manifest from '../package.json' with { type: 'json' };

/** Where a store lives, whether a program has it open or not. */
export interface Place {
  /** `history` is instead of the released steps. */
  open(history?: Promise<Step[]>): Promise<Engine>;
  /** Runs the statements of this text, which no program that has it open may be under way with. */
  run(text: string): Promise<void>;
  /** Removes it with all it holds. Every engine on it must be closed. */
  remove(): Promise<void>;
}

interface Server {
  database: PGlite;
  /** When the one connection it has is free. */
  free: Promise<void>;
  /** The names of statements that it keeps, where its schema stays as it is. */
  kept?: Map<string, string> | undefined;
}

type Schema = 'kept' | 'dropped';

/** Those that nobody uses, by what the last one left of the schema. */
const idle: Record<Schema, Server[]> = { kept: [], dropped: [] };

interface Options {
  /**
   * What becomes of the schema when the database is removed: `kept` where it is as every program leaves it, which takes
   * a tenth of the time that making another takes.
   */
  schema?: Schema;
  /** Is shown each statement that an engine on it sends. */
  watch?: (sql: string, values: readonly unknown[]) => void;
}

export async function newDatabase({ schema = 'dropped', watch }: Options = {}): Promise<Place> {
  const server = idle[schema].pop() ?? (await startServer(schema));
  let isOpen = false;
  const watched = (sql: string, values: readonly unknown[]) => {
    watch?.(sql, values);
    // What was planned for the tables of before would fail on others, in this test and in those after it.
    if (isOpen && /^\s*(?:create|alter|drop)\b/im.test(sql)) server.kept = undefined;
  };
  return {
    open: async (history) => {
      const engine = await openPostgres(poolsOf(server, watched), history && { history });
      isOpen = true;
      return engine;
    },
    run: async (text) => {
      server.kept = undefined;
      await server.database.exec(text);
    },
    remove: async () => {
      await server.database.exec(server.kept ? emptied : dropped);
      idle[server.kept ? 'kept' : 'dropped'].push(server);
    },
  };
}

const dropped = 'drop schema public cascade; create schema public; deallocate all';

/** Takes every row but the schema's own version, and begins to count again. References and triggers don't look on. */
const emptied = `do $$
  declare name text;
  begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and
      tablename not in ('schema_version', 'change_base') loop
      execute format('delete from %I', name);
    end loop;
    for name in select sequencename from pg_sequences where schemaname = 'public' and last_value is not null loop
      perform setval(name::regclass, 1, false);
    end loop;
    update change_base set base = -pg_current_xact_id()::text::bigint;
  end $$`;

/** 64-bit integers are numbers. */
const parsers = { 20: Number };

/** A statement is planned once, and not five times more for what its parameters are. */
const settings = 'set plan_cache_mode = force_generic_plan';

/** Its files as they were kept: to load them takes a tenth of the time that PostgreSQL needs to make them. */
async function startServer(schema: Schema): Promise<Server> {
  const [file, free] = [await fileOf(schema), Promise.resolve()];
  const files = await readFile(file).catch(() => undefined);
  const database = new PGlite({ parsers, ...(files && { loadDataDir: new Blob([files]) }) });
  await database.waitReady;
  await database.exec(settings);
  if (!files) {
    if (schema === 'kept') await (await openPostgres(poolsOf({ database, free }))).close();
    await keep(file, await database.dumpDataDir('none'));
  }
  return { database, free, ...(schema === 'kept' && { kept: new Map() }) };
}

/** Where the files of a database with the newest schema are kept, or of one with none. */
async function fileOf(schema: Schema): Promise<string> {
  const version = manifest.devDependencies['@electric-sql/pglite'];
  const steps =
    schema === 'kept' ? `-steps-${hash('sha256', JSON.stringify(await readSteps('postgres'))).slice(0, 12)}` : '';
  return join(import.meta.dirname, `../node_modules/.cache/pglite-${version}${steps}.tar`);
}

async function keep(file: string, files: Blob): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  // Of an earlier schema.
  if (file.includes('steps'))
    for await (const old of glob(file.replace(/steps-\w+/, 'steps-*'))) await rm(old, { force: true });
  await writeFile(unfinished, await files.bytes());
  await rename(unfinished, file);
}

const { serialize } = protocol;

/**
 * Sends a statement in one message, with its parameters as text, as the driver does: the library’s own `query` takes
 * several. Where the schema stays, statements are kept and planned once: to plan them again was most of the work.
 */
async function ask({ database, kept }: Server, sql: string, parameters: readonly unknown[]) {
  const name = kept?.get(sql) ?? '';
  const isKept = name !== '';
  const statement = isKept || !kept || kept.size >= mostStatements ? name : `s${kept.size}`;
  const { messages } = await database.execProtocol(
    Buffer.concat([
      isKept ? Buffer.of() : serialize.parse({ name: statement, text: sql }),
      serialize.bind({ statement, values: parameters.map(asText) }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ]),
    { throwOnError: false },
  );
  if (statement && messages.some(({ name }) => name === 'parseComplete')) kept?.set(sql, statement);
  const failed = messages.find((message) => message instanceof protocol.messages.DatabaseError);
  if (failed) throw failed;
  const [result] = parse.parseResults(messages, { ...database.parsers, ...parsers });
  return result ?? { rows: [], affectedRows: 0 };
}

/** Bytes are sent as they are. */
function asText(value: unknown): string | Uint8Array | null {
  if (value === null || typeof value === 'string' || value instanceof Uint8Array) return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`PostgreSQL is sent no ${typeof value} by the tests.`);
}

/** Lists of varying length make a statement each. */
const mostStatements = 3000;

/** Whoever connects has the one connection alone until release, whatever it is for. */
function poolsOf(server: Server, watch: Required<Options>['watch'] = () => undefined): Pools {
  const pool: PostgresPool = {
    connect: async () => {
      const before = server.free;
      const { promise, resolve } = Promise.withResolvers<void>();
      server.free = promise;
      await before;
      let last: Promise<unknown> = Promise.resolve();
      const client = {
        query: async (sql: string, parameters: unknown[]) => {
          watch(sql, parameters ?? []);
          // What is sent before the answer to what was sent before it waits for that.
          const answer = last.then(() => ask(server, sql, parameters));
          last = answer.catch(() => undefined);
          const { rows, affectedRows } = await answer;
          return { rows, rowCount: affectedRows ?? 0, command: sql.trimStart().split(' ', 1)[0]?.toUpperCase() };
        },
        release: () => resolve(),
      };
      return client as unknown as PostgresPoolClient;
    },
    end: async () => {},
    options: {},
  };
  const bounds = { lockTimeout: 60_000, statementTimeout: 60_000 };
  return { reads: pool, pipelined: pool, writes: pool, steps: pool, bounds, counts: () => ({}), end: async () => {} };
}
