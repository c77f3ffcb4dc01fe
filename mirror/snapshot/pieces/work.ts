/**
 * Pieces of a full build that are offered to the builders that wait for the lease: rows beside the catalog. Who has the lease
 * offers and records; a waiting builder takes one, puts its objects, which are named by their content, and says what it
 * made. So nothing that it does late or twice is seen.
 */
import { sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import type { Piece } from '../address/everyAddress.ts';
import type { Made } from '../build/parts.ts';
import { among, isMissingTable } from '../catalog/dialect.ts';

export interface Order {
  piece: Piece;
  isThorough: boolean;
  stale: readonly string[];
}

export type Outcome = { made: Made } | { failed: string };

/** A builder by its name, and by what it makes files with: others can't take what it offers. */
export interface Party {
  name: string;
  madeWith: string;
}

/** Milliseconds after which a builder that was not seen counts as gone. */
const goneAfter = 5000;
const isThere = sql`seen > clock_timestamp() - ${sql.lit(goneAfter)} * interval '1 millisecond'`;

export async function createWork(catalog: Db): Promise<void> {
  await sql`create table if not exists snapshot_workers (
    name text primary key, made_with text not null, seen timestamptz not null)`.execute(catalog);
  await sql`create table if not exists snapshot_work (
    number bigint generated always as identity primary key, made_with text not null, ordered text not null,
    worker text, outcome text)`.execute(catalog);
}

/** What was offered before was by a builder that is none any more. */
export async function clearWork(catalog: Db): Promise<void> {
  await sql`delete from snapshot_work`.execute(catalog);
  await sql`delete from snapshot_workers where not (${isThere})`.execute(catalog);
}

/** How many wait for work of this kind. */
export async function countWorkers(catalog: Db, { name, madeWith }: Party): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from snapshot_workers
    where made_with = ${madeWith} and name <> ${name} and ${isThere}`.execute(catalog);
  return rows[0]?.count ?? 0;
}

/** The number of the offer. */
export async function offer(catalog: Db, { madeWith }: Party, order: Order): Promise<number> {
  const { rows } = await sql<{ number: number }>`insert into snapshot_work (made_with, ordered)
    values (${madeWith}, ${JSON.stringify(order)}) returning number`.execute(catalog);
  return rows[0]?.number ?? 0;
}

/** By their numbers: the outcome, `open`, or `taken` by one that is still there. Those of who is gone are left out. */
export async function lookAt(
  catalog: Db,
  numbers: readonly number[],
): Promise<Map<number, Outcome | 'open' | 'taken'>> {
  const { rows } = await sql<{ number: number; worker: string | null; outcome: string | null }>`
    select number, worker, outcome from snapshot_work where ${among(catalog, 'number', numbers)}
      and (worker is null or outcome is not null or worker in (select name from snapshot_workers where ${isThere}))`.execute(
    catalog,
  );
  return new Map(
    rows.map(({ number, worker, outcome }) => [
      number,
      outcome ? JSON.parse(outcome) : worker === null ? 'open' : 'taken',
    ]),
  );
}

export async function withdraw(catalog: Db, number: number): Promise<void> {
  await sql`delete from snapshot_work where number = ${number}`.execute(catalog);
}

/** Says that the worker is there. Before a builder ever had the lease there is nothing to say it in. */
export async function beat(catalog: Db, { name, madeWith }: Party): Promise<void> {
  await sql`insert into snapshot_workers (name, made_with, seen) values (${name}, ${madeWith}, clock_timestamp())
    on conflict (name) do update set made_with = excluded.made_with, seen = excluded.seen`
    .execute(catalog)
    .catch(unlessMissing);
}

export async function leave(catalog: Db, { name }: Party): Promise<void> {
  await sql`delete from snapshot_workers where name = ${name}`.execute(catalog).catch(unlessMissing);
}

/** The oldest piece that nobody has taken. */
export async function take(
  catalog: Db,
  { name, madeWith }: Party,
): Promise<{ number: number; order: Order } | undefined> {
  const taken = await sql<{ number: number; ordered: string }>`update snapshot_work set worker = ${name}
    where number = (select number from snapshot_work where worker is null and made_with = ${madeWith}
      order by number limit 1 for update skip locked)
    returning number, ordered`
    .execute(catalog)
    .catch(unlessMissing);
  const [row] = taken?.rows ?? [];
  return row && { number: row.number, order: JSON.parse(row.ordered) };
}

/** What was withdrawn meanwhile, or taken from it, is nobody's news. */
export async function deliver(catalog: Db, { name }: Party, number: number, outcome: Outcome): Promise<void> {
  await sql`update snapshot_work set outcome = ${JSON.stringify(outcome)}
    where number = ${number} and worker = ${name}`.execute(catalog);
}

function unlessMissing(error: unknown): undefined {
  if (!isMissingTable(error)) throw error;
}
