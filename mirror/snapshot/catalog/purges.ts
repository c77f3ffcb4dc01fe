/**
 * What caches in front of the mirror are yet to drop: a row a cache and tag, in the catalog, written with the manifest that
 * made it due. A purge is forgotten only when it was acknowledged, and again a few times after: what a cache was fetching
 * meanwhile, or fetches from a mirror that lags, may be old.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { everything } from '../address/tags.ts';
import { isMissingTable, rowsIn, textsIn } from './dialect.ts';

/** Tags that wait for one cache at most: beyond, all it has goes. */
const mostWaiting = 1000;
/** Milliseconds that anything is ever put off by; what is due later than that is so by a clock that was set back. */
const longest = 120_000;

/** A cache, by a name that is its own. */
export interface Cache {
  name: string;
  /** It keeps nothing for longer than everyone may: what merely changes heals by itself. */
  takedownsOnly: boolean;
}

export interface Due {
  tags: { tag: string; listing: number; round: number }[];
  isTakedown: boolean;
}

export interface Waiting {
  target: string;
  /** Tags that were never acknowledged since they were listed, and milliseconds since the oldest of them was. */
  tags: number;
  longest: number;
  /** Why the last call failed, where it did. */
  failure: string | null;
}

/** Caches that are not among these are forgotten. One that is new may have anything. */
export async function createPurges(catalog: Db, caches: readonly Cache[]): Promise<void> {
  if (caches.length === 0) {
    for (const table of ['snapshot_purges', 'snapshot_caches'])
      await sql`drop table if exists ${sql.table(table)}`.execute(catalog);
    return;
  }
  await sql`create table if not exists snapshot_caches (target text primary key, failure text)`.execute(catalog);
  await sql`create table if not exists snapshot_purges (
    target text not null, tag text not null, takedown integer not null, listing bigint not null, listed bigint not null,
    due bigint not null, round integer not null, primary key (target, tag))`.execute(catalog);
  const known = await sql<{ target: string }>`select target from snapshot_caches`.execute(catalog);
  const fresh = caches.filter(({ name }) => !known.rows.some(({ target }) => target === name));
  const named = textsIn(
    catalog,
    caches.map(({ name }) => name),
  );
  for (const table of ['snapshot_purges', 'snapshot_caches'])
    await sql`delete from ${sql.table(table)} where target not in ${named}`.execute(catalog);
  for (const { name } of fresh) await sql`insert into snapshot_caches (target) values (${name})`.execute(catalog);
  await listPurges(catalog, fresh, [everything], { isTakedown: false });
}

/** In the transaction of what makes them due. A takedown goes before all others. */
export async function listPurges(
  catalog: Db,
  caches: readonly Cache[],
  tags: readonly string[],
  { isTakedown }: { isTakedown: boolean },
): Promise<void> {
  if (tags.length === 0) return;
  for (const { name: target, takedownsOnly } of caches) {
    if (takedownsOnly && !isTakedown) continue;
    await insert(catalog, target, textsIn(catalog, tags), isTakedown);
    const { rows } = await sql<{ count: number; takedown: number }>`
      select count(*) as count, max(takedown) as takedown from snapshot_purges where target = ${target}`.execute(
      catalog,
    );
    const [{ count, takedown } = { count: 0, takedown: 0 }] = rows;
    if (count <= mostWaiting) continue;
    await sql`delete from snapshot_purges where target = ${target}`.execute(catalog);
    await insert(catalog, target, textsIn(catalog, [everything]), takedown === 1);
  }
}

/** What waits keeps its age; what was acknowledged begins again. */
async function insert(catalog: Db, target: string, tags: RawBuilder<unknown>, isTakedown: boolean): Promise<void> {
  const now = Date.now();
  await sql`insert into snapshot_purges (target, tag, takedown, listing, listed, due, round)
    select ${target}, value, ${sql.lit(isTakedown ? 1 : 0)}, (select coalesce(max(listing), 0) + 1 from snapshot_purges),
      ${sql.lit(now)}, ${sql.lit(now)}, 0
    from ${tags} as tags where true
    on conflict (target, tag) do update set listing = excluded.listing, due = excluded.due, round = 0,
      takedown = case when excluded.takedown = 1 then 1 else snapshot_purges.takedown end,
      listed = case when snapshot_purges.round = 0 then snapshot_purges.listed else excluded.listed end`.execute(
    catalog,
  );
}

/** What is to be sent now, in this order: takedowns first, and what was never sent before what is sent again. */
export async function duePurges(
  catalog: Db,
  target: string,
  { most, takedownsOnly }: { most: number; takedownsOnly: boolean },
): Promise<Due | undefined> {
  const now = Date.now();
  const { rows } = await sql<{ tag: string; listing: number; round: number; takedown: number }>`
    select tag, listing, round, takedown from snapshot_purges
    where target = ${target} and takedown >= ${takedownsOnly ? 1 : 0} and (due <= ${now} or due > ${now + longest})
    order by takedown desc, round, listed limit ${most}`.execute(catalog);
  return rows.length > 0 ? { tags: rows, isTakedown: rows[0]?.takedown === 1 } : undefined;
}

/** `again`: milliseconds to the next times, by how often it was acknowledged. What was listed again meanwhile stays due. */
export async function acknowledge(
  catalog: Engine,
  target: string,
  { tags }: Due,
  again: readonly number[],
): Promise<void> {
  const now = Date.now();
  const sent = tags.map(({ tag, listing, round }) => [tag, listing, again[round] ?? null]);
  const listing = sql`cast(value ->> 1 as bigint)`;
  await catalog.write(async (db) => {
    await sql`delete from snapshot_purges where target = ${target} and (tag, listing) in
      (select value ->> 0, ${listing} from ${rowsIn(db, sent)} where value ->> 2 is null)`.execute(db);
    await sql`update snapshot_purges set round = round + 1, due = ${sql.lit(now)} + sent.pause
      from (select value ->> 0 as tag, ${listing} as listing, cast(value ->> 2 as bigint) as pause from ${rowsIn(db, sent)}) as sent
      where target = ${target} and snapshot_purges.tag = sent.tag and snapshot_purges.listing = sent.listing`.execute(
      db,
    );
    await sql`update snapshot_caches set failure = null where target = ${target} and failure is not null`.execute(db);
  });
}

/** Why it can't be sent: what `doctor` tells. */
export async function noteFailure(catalog: Engine, target: string, failure: string): Promise<void> {
  await catalog.write((db) =>
    sql`update snapshot_caches set failure = ${failure} where target = ${target}`.execute(db),
  );
}

/** Empty where no cache is told, or before the builder began to. */
export async function waitingPurges(catalog: Db): Promise<Waiting[]> {
  const rows = await waitingRows(catalog).catch((error) => {
    if (isMissingTable(error)) return [];
    throw error;
  });
  return rows.map(({ since, ...row }) => ({
    ...row,
    longest: since === null ? 0 : Math.max(0, Date.now() - since),
  }));
}

async function waitingRows(catalog: Db) {
  const { rows } = await sql<Omit<Waiting, 'longest'> & { since: number | null }>`
    select caches.target, count(tag) as tags, min(listed) as since, failure from snapshot_caches as caches
    left join snapshot_purges as purges on purges.target = caches.target and round = 0
    group by caches.target, failure`.execute(catalog);
  return rows;
}
