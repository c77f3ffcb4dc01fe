/** `drill`: restores the continuous backup into a scratch folder, looks at it as doctor would, and compares it with the store. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { positionIn } from '../../../origin/store/backup/back/newest.ts';
import { NotYet, type Replayed, replay, timeOf } from '../../../origin/store/backup/back/replay.ts';
import type { Store } from '../../../origin/store/backup/chains.ts';
import type { WalPosition } from '../../../origin/store/backup/log/wal.ts';
import { objectsKept, openObjectCheck } from '../../../origin/store/contents/check.ts';
import type { Contents } from '../../../origin/store/contents/contents.ts';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { sqliteFile } from '../../../origin/store/engine/open.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { attempt, type Check, counted } from '../doctor/check.ts';
import { lookAtStore } from '../doctor/store.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';
import { compareStores } from './compareStores.ts';
import { openCopy } from './copied.ts';
import { keepIt, lookAtLogKey } from './logKey.ts';
import { faultsOfKept } from './objects.ts';
import { inScratch } from './scratch.ts';

export interface DrillOptions {
  /** Where the scratch folder is made; the system’s folder for such if unset. */
  in?: string;
  /** Every object is read. */
  thorough?: boolean;
}

/** Milliseconds for the newest write of the store to be in the backup. */
const patience = 30_000;

const remedy = 'Run: npm run operator -- backup --verify. The origin’s log says what fails.';

export async function drill(context: OperatorContext, { in: folder, thorough }: DrillOptions): Promise<Outcome> {
  const { backup, dataDir } = context.settings;
  if (!backup.dir) throw new Error('There is no continuous backup: set BACKUP_DIR.');
  const copy = await openCopy(backup.dir, context.settings);
  return inScratch(folder, async (file) => {
    await beginLog(context.engine, sqliteFile(dataDir));
    const checks = await context.engine.db.connection().execute(async (db) => {
      // The store as it is at one position of its log: no write can come between the two.
      const position = await context.engine.write(async () => {
        await sql`begin`.execute(db);
        await sql`select count(*) from sqlite_schema`.execute(db);
        return positionIn(sqliteFile(dataDir));
      });
      try {
        return await look(context, copy, { file, db, position, isThorough: thorough ?? false });
      } finally {
        await sql`commit`.execute(db);
      }
    });
    const problems = checks.flatMap((check) => check.problems);
    return { text: textOf(checks), json: { ok: problems.length === 0, checks }, exitCode: problems.length > 0 ? 1 : 0 };
  });
}

/** A log that began again without a transaction has no position that a copy could be at: one that changes nothing is one. */
async function beginLog(engine: Engine, file: string): Promise<void> {
  if ((await positionIn(file))?.frame !== 0) return;
  await engine.write(async (db) => {
    const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
    await sql`pragma user_version = ${sql.lit(rows[0]?.user_version ?? 0)}`.execute(db);
  });
}

interface Scratch {
  file: string;
  /** A view of the store as it was at `position`. */
  db: Db;
  /** Undefined where no program but this one has the store open. */
  position: WalPosition | undefined;
  isThorough: boolean;
}

async function look(
  context: OperatorContext,
  copy: Store,
  { file, db, position, isThorough }: Scratch,
): Promise<Check[]> {
  const restored = await attempt('restored', remedy, async () => {
    const begun = performance.now();
    const { at, damage } = await replayPatiently(copy, file, position);
    const took = ((performance.now() - begun) / 1000).toFixed(1);
    const problems = damage.map(({ message }) => ({ what: message, remedy }));
    return { looked: `the state of ${timeOf(at)} from ${copy.place.address}, in ${took} s`, problems };
  });
  if (restored.problems.length > 0) return [restored];
  const { contents } = context.engine;
  const opened = await attempt('opened', remedy, () =>
    inRestored(file, (engine) =>
      lookAtStore({ ...context, engine: { ...engine, contents } }, () => undefined, isThorough),
    ),
  );
  const earlier =
    contents && (await attempt('earlier', remedy, () => lookAtEarlier(context, contents, file, isThorough)));
  const key = await attempt('log key', remedy, () =>
    inRestored(file, async (engine) => {
      const { looked, problems } = await lookAtLogKey(copy, context.settings, engine.db);
      return { looked: looked || 'no log was begun', problems: problems.map((what) => ({ what, remedy: keepIt })) };
    }),
  );
  const compared = await attempt('compared', remedy, async () => {
    const { tables, rows, differing } = await compareStores(db, file);
    const problems = Object.entries(differing).map(([table, count]) => ({
      what: `${table} has ${counted(count, 'row')} unlike the store’s`,
      remedy,
    }));
    return { looked: `${counted(rows, 'row')} of ${counted(tables, 'table')} with the store’s`, problems };
  });
  return [restored, opened, compared, ...(earlier ? [earlier] : []), key];
}

async function inRestored<T>(file: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openSqlite(file, { readOnly: true });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** What the restored store does not name any more, and a second before it does. */
const lookAtEarlier = (
  { settings: { backup } }: OperatorContext,
  contents: Contents,
  file: string,
  isThorough: boolean,
): Promise<Omit<Check, 'name'>> =>
  inRestored(file, async ({ db }) => {
    const kept = await objectsKept(db, backup.days);
    const check = await openObjectCheck(contents);
    const problems = await faultsOfKept(check, kept, { isThorough, days: backup.days });
    const looked = `${counted(kept.length, 'object')} that seconds of the last ${backup.days} days name alone, of which ${check.read().toLocaleString('en')} were read`;
    return { looked, problems: problems.map((what) => ({ what, remedy })) };
  });

/** The newest write may still be on its way. */
async function replayPatiently(copy: Store, file: string, position: WalPosition | undefined): Promise<Replayed> {
  for (const begun = performance.now(); ; ) {
    try {
      return await replay(copy, file, position && { position });
    } catch (error) {
      if (!(error instanceof NotYet) || performance.now() - begun > patience) throw error;
      await wait(500);
    }
  }
}

function textOf(checks: Check[]): string {
  const lines = checks.flatMap(({ name, looked, problems }) => [
    `${problems.length > 0 ? 'FAIL' : 'ok  '}  ${name.padEnd(11)}  ${looked}`,
    ...problems.flatMap(({ what, remedy }) => [`      ${what}`, `        → ${remedy}`]),
  ]);
  const failed = checks.some(({ problems }) => problems.length > 0);
  lines.push(
    failed ? 'The backup can’t be relied on.' : 'The backup can be restored. What was restored is removed again.',
  );
  return lines.join('\n');
}
