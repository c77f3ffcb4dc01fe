/** The store that the settings name. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openContents } from '../contents/open.ts';
import { makeFolder } from '../durable.ts';
import { openObjects } from '../objects/open.ts';
import type { S3Settings } from '../objects/s3/bucket.ts';
import { type OnStep, OutdatedProgram, readStanding, saidOfNewer } from '../schema/migrate.ts';
import { countSteps } from '../schema/steps.ts';
import { type DatabaseBounds, openPools, type Pools } from './connections/pools.ts';
import { sentenceOf, type Tell } from './connections/presence.ts';
import type { Engine, SchemaFound } from './engine.ts';
import { DatabaseAway, isAway } from './faults.ts';
import { tellingSteps } from './migrating.ts';
import { lookAtPostgres, openPostgres } from './postgres.ts';
import { lookAtSqlite, openSqlite } from './sqlite.ts';

/** Where the embedded engine keeps everything. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'registry.sqlite');

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
  database?: DatabaseBounds;
  /** A folder or bucket for contents; the database has them all where it is unset. */
  objectStore?: string | undefined;
  s3?: S3Settings | undefined;
}

/** What a store is opened for. */
interface Use {
  /** Hears when a database goes away and comes back, of steps of the schema, and of a newer program that was here. */
  tell?: Tell;
  /** Hears of each statement of a step before it runs. */
  onStep?: OnStep;
  /** For who makes much of it at a time, and keeps nobody waiting: statements may take ten times as long. */
  isUnhurried?: boolean;
  /** Given the connections to PostgreSQL, to count them. */
  seen?(pools: Pools): void;
}

/** Of connections, where no setting says otherwise. */
export const usual: DatabaseBounds = {
  poolSize: 10,
  ...{ connectTimeout: 3000, statementTimeout: 10_000, lockTimeout: 10_000, idleTimeout: 30_000 },
};

/** Opens or creates it, at the newest schema. Errors: `DatabaseAway`, `UnreadableStore`, and those of the engine. */
export async function openStore(place: Place, use: Use = {}): Promise<Engine> {
  const { tell = () => undefined } = use;
  const telling = tellingSteps('the store', tell);
  const engine = await openEngine(place, use, telling).finally(telling.end);
  try {
    const standing = await readStanding(engine.db).catch(() => undefined);
    const newer = standing && saidOfNewer(standing, await countSteps(place.databaseUrl ? 'postgres' : 'sqlite'));
    if (newer) tell('warn', newer);
    return await withContents(newer ? engine : tellingOfNewer(engine, tell), place, tell);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Rejects where contents are objects, and nothing says where those are. */
export async function withContents(
  engine: Engine,
  { objectStore, s3 }: Pick<Place, 'objectStore' | 's3'>,
  tell: Tell,
): Promise<Engine> {
  if (objectStore) {
    const objects = openObjects(objectStore, s3);
    return { ...engine, contents: openContents(engine, { objects, address: objectStore, tell }) };
  }
  const anyOutside = await engine.db.selectFrom('contents').select('hash').limit(1).executeTakeFirst();
  if (!anyOutside) return engine;
  throw new Error(
    'OBJECT_STORE: contents of this registry are in an object store. Set it to where they are. To do without: npm run operator -- contents move --to database.',
  );
}

/** Says once when a newer program took over while this one ran. */
function tellingOfNewer(engine: Engine, tell: Tell): Engine {
  let isTold = false;
  const write: Engine['write'] = async (work, scope) => {
    try {
      return await engine.write(work, scope);
    } catch (error) {
      if (error instanceof OutdatedProgram && !isTold) {
        isTold = true;
        tell('warn', `${error.message} Start the newer version.`);
      }
      throw error;
    }
  };
  return { ...engine, write };
}

async function openEngine(
  { dataDir, databaseUrl, database = usual }: Place,
  { tell = () => undefined, isUnhurried = false, seen, onStep: heard }: Use,
  telling: ReturnType<typeof tellingSteps>,
): Promise<Engine> {
  const { onWait } = telling;
  const onStep: OnStep = (progress) => {
    telling.onStep(progress);
    return heard?.(progress);
  };
  const { statementTimeout } = database;
  const bounds = isUnhurried ? { ...database, statementTimeout: 10 * statementTimeout } : database;
  if (databaseUrl) {
    const pools = openPools(databaseUrl, bounds, tell);
    seen?.(pools);
    return openPostgres(pools, { onStep, onWait });
  }
  await makeFolder(dataDir);
  return openSqlite(sqliteFile(dataDir), { onStep });
}

/** A store as it is, with nothing made or changed; undefined where there is none. */
export async function lookAtSchema({
  dataDir,
  databaseUrl,
  database = usual,
}: Place): Promise<SchemaFound | undefined> {
  if (databaseUrl) return lookAtPostgres(openPools(databaseUrl, database, () => undefined));
  const file = sqliteFile(dataDir);
  return existsSync(file) ? lookAtSqlite(file) : undefined;
}

/** Milliseconds between two times that a database which is away is tried. */
const tryEvery = 500;

/** The same, once its database is there. Rejects with anything else that is wrong, and when `signal` ends. */
export async function awaitStore(place: Place, { signal, ...use }: Use & { signal?: AbortSignal }): Promise<Engine> {
  for (let said = ''; ; ) {
    try {
      return await openStore(place, use);
    } catch (error) {
      if (!isAway(error)) throw error;
      const why = sentenceOf(error);
      if (why !== said) use.tell?.('warn', `waits for the database: ${why}`);
      said = why;
      await wait(tryEvery, undefined, signal && { signal });
    }
  }
}

/** Milliseconds between two times that something else is tried, such as a password that is wrong by now. */
const tryAgainAfter = 5000;

/**
 * The same at once: while its database is away, all that is asked of it is `DatabaseAway`, and `opened` says when that is
 * over, or `signal` ended. Rejects with anything else that is wrong now; what is wrong later is told, and tried again.
 */
export async function openStoreSoon(
  place: Place,
  { signal, tell, ...use }: Use & { tell: Tell; signal: AbortSignal },
): Promise<{ engine: Engine; opened: Promise<void> }> {
  let engine = await openStore(place, { ...use, tell }).catch((error) => {
    if (!isAway(error)) throw error;
    return undefined;
  });
  if (engine) return { engine, opened: Promise.resolve() };

  const open = async () => {
    while (!engine && !signal.aborted) {
      try {
        engine = await awaitStore(place, { ...use, tell, signal });
      } catch (error) {
        if (signal.aborted) return;
        tell('warn', `the store can’t be opened: ${sentenceOf(error)}`);
        await wait(tryAgainAfter, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const there = (): Engine => {
    if (!engine) throw new DatabaseAway();
    return engine;
  };
  const later: Engine = {
    get db() {
      return there().db;
    },
    pipelined: async (work) => there().pipelined(work),
    read: async (work) => there().read(work),
    get contents() {
      return engine?.contents;
    },
    write: async (work, scope) => there().write(work, scope),
    containing: (...given) => there().containing(...given),
    withWords: (...given) => there().withWords(...given),
    hasWords: (...given) => there().hasWords(...given),
    get havingEach() {
      return engine?.havingEach;
    },
    withIds: (...given) => there().withIds(...given),
    among: (...given) => there().among(...given),
    nextId: (...given) => there().nextId(...given),
    size: async () => there().size(),
    close: async () => engine?.close(),
  };
  return { engine: later, opened: open() };
}
