/** Leases of programs on any machines: rows of a database, by its clock alone. */
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { Db } from '../engine/engine.ts';
import type { Tables } from '../schema/tables.ts';
import { checkLeaseName, type Lease, LeaseLost, type Leases } from './lease.ts';

/** Milliseconds. */
const usualTerms = {
  /** Between two times that it is renewed. */
  beat: 5000,
  /** After which its holder counts it as lost where it could not be renewed. */
  fresh: 20_000,
  /** After which another may take it. */
  lapse: 30_000,
};

export type LeaseTerms = typeof usualTerms;

/** Its connections are for this alone, so that no lease waits behind what is written under it; `pool` ends with it. */
export function postgresLeases(pool: PostgresPool, terms: LeaseTerms = usualTerms): Leases {
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const holder = `process ${process.pid} on ${hostname()}`;
  return {
    take: async (name) => {
      checkLeaseName(name);
      // Before it is asked: what the database counts begins later.
      const at = now();
      const ends = sql`clock_timestamp() + ${terms.lapse} * interval '1 millisecond'`;
      // An insert that updates where there is a row fails where two make that row at once: it names one unique index of two.
      const { rows } = await sql<{ token: number }>`with made as (
          insert into leases (name, token, ends, holder) values (${name}, 1, ${ends}, ${holder})
          on conflict do nothing returning token
        ), taken as (
          update leases set token = token + 1, ends = ${ends}, holder = ${holder}
          where name = ${name} and ends <= clock_timestamp() returning token
        ) select token from made union all select token from taken`.execute(db);
      const [row] = rows;
      return row && hold(db, { name, token: row.token, at, terms });
    },
    close: () => db.destroy(),
  };
}

/** By the clock that stands still while a machine sleeps, and by the one that jumps. */
const now = () => ({ steady: performance.now(), wall: Date.now() });

interface Held {
  name: string;
  token: number;
  /** When it was written for sure. */
  at: ReturnType<typeof now>;
  terms: LeaseTerms;
}

function hold(db: Db, { name, token, at, terms }: Held): Lease {
  const [lost, ended] = [new AbortController(), new AbortController()];
  const age = () => Math.max(now().steady - at.steady, now().wall - at.wall);
  const isOwn = sql`name = ${name} and token = ${token} and ends > clock_timestamp()`;

  const lose = () => {
    ended.abort();
    lost.abort(new LeaseLost(name));
  };
  const renew = async () => {
    const asked = now();
    const { rows } = await sql`update leases set ends = clock_timestamp() + ${terms.lapse} * interval '1 millisecond'
      where ${isOwn} returning token`.execute(db);
    if (rows.length === 0) lose();
    else at = asked;
  };
  const beat = async () => {
    while (!ended.signal.aborted) {
      await wait(terms.beat, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
      // One that could not be made is made at the next beat, or it is lost meanwhile.
      if (!ended.signal.aborted) await renew().catch(() => undefined);
    }
  };
  /** Apart from the beats, of which one may hang. */
  const watch = async () => {
    while (!ended.signal.aborted) {
      await wait(Math.max(1, terms.fresh - age()), undefined, { signal: ended.signal, ref: false }).catch(
        () => undefined,
      );
      if (!ended.signal.aborted && age() >= terms.fresh) lose();
    }
  };
  void beat();
  void watch();
  return {
    token,
    lost: lost.signal,
    guard: async (writing) => {
      if (ended.signal.aborted) throw new LeaseLost(name);
      const { rows } = await sql`select 1 from leases where ${isOwn} for key share`.execute(writing);
      if (rows.length === 0) {
        lose();
        throw new LeaseLost(name);
      }
    },
    release: async () => {
      if (ended.signal.aborted) return;
      ended.abort();
      // Where it can't be said, it ends by itself.
      await sql`update leases set ends = '-infinity' where ${isOwn}`.execute(db).catch(() => undefined);
    },
  };
}
