/** Writes to PostgreSQL: alone, or side by side with those of other owners; statements go out without waiting for answers. */
import { type Dialect, type Kysely, sql } from 'kysely';
import { OutdatedProgram } from '../schema/migrate.ts';
import type { Tables } from '../schema/tables.ts';
import { DeadOnArrival } from './connections/lease.ts';
import type { Pools } from './connections/pools.ts';
import { isOfNames } from './connections/statements.ts';
import type { Db, Engine, WriteScope } from './engine.ts';
import { pipelining } from './postgresPipeline.ts';

/** Any fixed number. Who writes alone holds this advisory lock until the end; who writes side by side shares it. */
export const writeLock = 7_201_969;

/** Any fixed number: the first half of the locks of owners. */
const ownerLocks = 7_201_970;

/** Our own code for a program that may not write to what a newer one made of the database. */
const tooOld = 'RS001';

/**
 * Takes the locks, then looks whether this program may still write: each statement after it sees what is committed then.
 * What is set lasts as long as the transaction, so that it works through a pooler that hands connections on after each.
 */
const lockAndCheck = (
  version: number,
  locks: string[],
  { lock, statement }: { lock: number; statement: number },
) => `do $$ begin
  perform set_config('lock_timeout', '${lock}', true), set_config('statement_timeout', '${statement}', true),
    set_config('idle_in_transaction_session_timeout', '${statement}', true);
  ${locks.map((taken) => `perform ${taken};`).join('\n  ')}
  if (select max(least_writer) from schema_version) > ${version} then
    raise exception using errcode = '${tooOld}';
  end if;
end $$`;

/** In one order, so that no two wait for each other. An id may be larger than a lock's number: two may share one. */
const locksFor = (scope: WriteScope | undefined): string[] =>
  scope === undefined
    ? [`pg_advisory_xact_lock(${writeLock})`]
    : [
        `pg_advisory_xact_lock_shared(${writeLock})`,
        ...[...new Set(scope.owners.map((id) => id % 2 ** 31))]
          .sort((a, b) => a - b)
          .map((id) => `pg_advisory_xact_lock(${ownerLocks}, ${id})`),
      ];

/** PostgreSQL's code of a lock that was waited for in vain. */
const lockNotHad = '55P03';

/** What PostgreSQL takes back whole when two transactions stand in each other's way: then it is done again, so many times. */
const takenBack = new Set(['40001', '40P01']);
const repeats = 3;

/** `dialect` is the writer's; `version` the newest step of the schema that this program knows. */
export function writesOn(
  writer: Kysely<Tables>,
  dialect: Dialect,
  version: number,
  { lockTimeout, statementTimeout }: Pools['bounds'],
): Engine['write'] {
  const onOne = pipelining(writer, dialect);
  // Once one waited in vain, those behind it wait a tenth as long, until one comes through: a queue of them ends soon.
  let isStuck = false;
  return async (work, scope) => {
    const asked = performance.now();
    const once = () =>
      onOne(async (db) => {
        const patience = (isStuck ? 0.1 : 1) * lockTimeout;
        const lock = Math.max(1, Math.ceil(patience - (performance.now() - asked)));
        const first = lockAndCheck(version, locksFor(scope), { lock, statement: statementTimeout });
        return transact(
          db,
          first,
          () => work(db),
          () => {
            isStuck = false;
          },
        );
      });
    for (let times = 0; ; ) {
      try {
        return await once();
      } catch (error) {
        const { code } = error as { code?: string };
        if (error instanceof DeadOnArrival) continue;
        if (code === tooOld) throw new OutdatedProgram();
        isStuck ||= code === lockNotHad;
        times += 1;
        if (!(takenBack.has(String(code)) || isOfNames(error)) || times > repeats) throw error;
      }
    }
  };
}

/** What `work` asks goes out behind the beginning, whose failure is why all after it fails. */
async function transact<T>(db: Db, first: string, work: () => Promise<T>, onBegun: () => void): Promise<T> {
  const beginning = Promise.all([sql`begin`.execute(db), sql.raw(first).execute(db)]);
  const failure = beginning.then(
    () => onBegun(),
    (reason: unknown) => ({ reason }),
  );
  try {
    const done = await work();
    await beginning;
    await sql`commit`.execute(db);
    return done;
  } catch (error) {
    const failed = await failure;
    // What is gone has taken it back already.
    await sql`rollback`.execute(db).catch(() => undefined);
    throw failed ? failed.reason : error;
  }
}
