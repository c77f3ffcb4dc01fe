/** `move`: the whole store from SQLite to PostgreSQL, or back, while the registry is stopped. */
import { statSync } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { describeBuilder, findBuilder, takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import type { Settings } from '../../../origin/settings/settings.ts';
import { syncPath } from '../../../origin/store/durable.ts';
import { openPools } from '../../../origin/store/engine/connections/pools.ts';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { lookAtSchema, sqliteFile, usual } from '../../../origin/store/engine/open.ts';
import { openPostgres } from '../../../origin/store/engine/postgres.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { leaseHolder } from '../../../origin/store/lease/held.ts';
import { type Copied, copyStore } from '../../../origin/store/moving/copy.ts';
import type { Side } from '../../../origin/store/moving/rows.ts';
import { countBackfills, readStill } from '../../../origin/store/moving/source.ts';
import { UnreadableStore } from '../../../origin/store/schema/migrate.ts';
import { countSteps } from '../../../origin/store/schema/steps.ts';
import { counted } from '../doctor/check.ts';
import { type Outcome, type Screen, screenFor } from '../operatorContext.ts';

export interface MoveOptions {
  /** `sqlite`, or the address of a PostgreSQL database. */
  to: string;
}

/** What is there is opened for reading alone, and stays. What is made is all there when this is through, or nothing is. */
export async function moveStore(
  settings: Settings,
  { to }: MoveOptions,
  { stderr, signal }: { stderr: Screen; signal: AbortSignal },
): Promise<Outcome> {
  const kind = settings.databaseUrl ? 'postgres' : 'sqlite';
  const toPostgres = to !== 'sqlite';
  if (toPostgres && !/^postgres(?:ql)?:\/\//.test(to))
    throw new Error('--to: name the address of a PostgreSQL database, postgres://…, or sqlite.');
  if (toPostgres === (kind === 'postgres'))
    throw new Error(
      toPostgres
        ? 'The store is in PostgreSQL already: DATABASE_URL names it. Its own tools move it to another server.'
        : 'The store is in SQLite already. To move it from PostgreSQL, set DATABASE_URL.',
    );
  const file = sqliteFile(settings.dataDir);
  await refuseUnready(settings, kind);
  if (toPostgres) await refuseTarget(settings, to);
  else refuseStore(file);
  const { builderLock } = snapshotPaths(settings.dataDir);
  const lock = await takeBuilderLock(builderLock);
  if (!lock) throw running(describeBuilder((await findBuilder(builderLock)) ?? {}));
  let source: Engine | undefined;
  try {
    const engine = await openSource(settings);
    source = engine;
    await refuseRunning(settings, engine);
    const screen = screenFor(stderr);
    const hearing = {
      signal,
      onProgress: ({ done, total, what }: { done: number; total: number; what: string }) =>
        screen.progress(done, total, what),
      onTable: (table: string, rows: number) => screen.log(`${table}: ${counted(rows, 'row')}`),
    };
    let copied: Copied | undefined;
    const fill = async (db: Db) => {
      const target: Side = { kind: toPostgres ? 'postgres' : 'sqlite', db };
      copied = await readStill({ kind, engine }, (side) => copyStore(side, target, hearing));
      signal.throwIfAborted();
    };
    await (toPostgres ? fillPostgres(settings, to, fill) : fillSqlite(file, fill));
    const { rows } = await engine.db
      .selectFrom('contents')
      .select((e) => e.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    if (!copied) throw new Error('Nothing was moved.');
    return outcomeOf(settings, copied, { toPostgres, file, objects: Number(rows) });
  } finally {
    await source?.close();
    await lock.release();
  }
}

async function refuseUnready(settings: Settings, kind: Side['kind']): Promise<void> {
  const known = await countSteps(kind);
  const standing = (await lookAtSchema(settings))?.standing;
  if (!standing) throw new Error('There is no store to move.');
  if (standing.leastReader > known) throw new UnreadableStore(standing, known);
  if (standing.schema > known)
    throw new Error(
      `The store has schema ${standing.schema}, and this version knows ${known}. Move it with the newer version.`,
    );
  if (standing.schema < known)
    throw new Error(
      `The store has schema ${standing.schema}, and this version has ${known}. First run: npm run operator -- migrate`,
    );
}

/** Errors: where the database holds a store of another schema, or is that of the catalog. */
export async function refuseTarget(settings: Settings, url: string): Promise<void> {
  const found = await lookAtSchema({ ...settings, databaseUrl: url });
  const known = await countSteps('postgres');
  const schema = found?.standing?.schema ?? 0;
  if (schema !== 0 && schema !== known)
    throw new Error(`The database already holds a store, of schema ${schema}. Name an empty database.`);
  if (!settings.catalogUrl) return;
  const catalog = await lookAtSchema({ ...settings, databaseUrl: settings.catalogUrl });
  if (catalog?.identity === found?.identity)
    throw new Error('CATALOG_URL names the same database, which is for the mirror’s catalog. Name another one.');
}

/** What who only reads leaves next to a file is empty, and of no store. */
function refuseStore(file: string): void {
  const isThere = [file, `${file}-wal`].find((each) => (statSync(each, { throwIfNoEntry: false })?.size ?? 0) > 0);
  if (isThere) throw new Error(`DATA_DIR holds a store: ${isThere}. Move it away, and keep it.`);
}

const running = (who: string): Error =>
  new Error(`The registry is running: ${who}. Stop it, all of its programs, and run this again.`);

async function refuseRunning(settings: Settings, engine: Engine): Promise<void> {
  const holder = await leaseHolder(settings, engine.db);
  if (holder) throw running(`${holder}${settings.databaseUrl ? ' (30 s longer where it was killed)' : ''}`);
  const left = await countBackfills(engine);
  if (left > 0)
    throw new Error(
      `An upgrade is not through yet: ${counted(left, 'statement')} to run in pieces. Start the registry until its log says that they are done, stop it, and run this again.`,
    );
}

const openSource = ({ dataDir, databaseUrl, database = usual }: Settings): Promise<Engine> =>
  databaseUrl
    ? openPostgres(
        openPools(databaseUrl, database, () => undefined),
        { readOnly: true },
      )
    : openSqlite(sqliteFile(dataDir), { readOnly: true });

/** Makes the schema where there is none, and all that `fill` writes, or nothing. */
export async function fillPostgres(
  { database = usual }: Settings,
  url: string,
  fill: (db: Db) => Promise<void>,
): Promise<void> {
  const pools = openPools(url, database, () => undefined);
  await (await openPostgres(pools, { fill })).close();
}

/** A file of another name until it is whole. */
async function fillSqlite(file: string, fill: (db: Db) => Promise<void>): Promise<void> {
  const draft = `${file}.draft`;
  const remove = async () => {
    for (const suffix of ['', '-wal', '-shm']) await rm(draft + suffix, { force: true });
  };
  await remove();
  try {
    const engine = await openSqlite(draft);
    await engine.write(fill).finally(engine.close);
    await syncPath(draft);
    refuseStore(file);
    for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true });
    // Fails where a store is there by now, which a change of its name would replace.
    await link(draft, file);
  } finally {
    await remove();
  }
  await syncPath(file.replace(/[^/]*$/, ''));
}

function outcomeOf(
  settings: Settings,
  copied: Copied,
  { toPostgres, file, objects }: { toPostgres: boolean; file: string; objects: number },
): Outcome {
  const lines = [
    `Moved the store to ${toPostgres ? 'PostgreSQL' : file}: ${counted(copied.rows, 'row')} of ${counted(copied.tables, 'table')}.`,
    `Compared and found equal: the number of rows and a digest of each of these tables, read again from the new store, and of ${copied.derivedTables} that it made itself (${counted(copied.derivedRows, 'row')} of totals, words and lists). Not compared: its indexes of text, made from these rows.`,
    ...(objects > 0
      ? [`${counted(objects, 'content')} stay where they are, in the object store. Keep OBJECT_STORE as it is.`]
      : []),
    toPostgres
      ? `${file} is as it was. Set DATABASE_URL to the new address, and start the registry. Once it runs, move that file away: a start without DATABASE_URL would use it.`
      : 'The PostgreSQL database is as it was. Start the registry without DATABASE_URL.',
    ...(toPostgres && settings.backup.dir
      ? ['BACKUP_DIR no longer has a copy made of the store: npm run operator -- backup says what to do instead.']
      : []),
  ];
  return { text: lines.join('\n'), json: { to: toPostgres ? 'postgres' : 'sqlite', ...copied, objects } };
}
