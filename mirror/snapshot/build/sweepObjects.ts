/** Objects that no row of the manifest names: an earlier version of a file, or one whose step did not come to its commit. */
import { sql } from 'kysely';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import type { Objects } from '../../../origin/store/objects/objects.ts';
import { entriesAfter, namedAmong } from '../files/manifest.ts';
import { nameSet } from '../files/nameSet.ts';
import { objectOf, objectsPrefix } from '../files/objects.ts';

/** Seconds that nothing has named an object before it goes: who read the manifest before may still come for it. */
const grace = 24 * 60 * 60;
const atOnce = 500;

/** How many it removed. No step may be under way: what that put is named by nothing until it commits. `now`: Unix seconds. */
export async function sweepObjects(catalog: Engine, objects: Objects, now: number): Promise<number> {
  await catalog.write((db) =>
    sql`create table if not exists snapshot_unnamed (sha256 text primary key, since bigint not null, seen bigint not null)`.execute(
      db,
    ),
  );
  const named = await namesIn(catalog.db);
  let removed = 0;
  let batch: string[] = [];
  const look = async () => {
    removed += await catalog.write((db) => sweepSome(db, objects, batch, now));
    batch = [];
  };
  for await (const name of objects.list(objectsPrefix)) {
    const sha256 = name.slice(name.lastIndexOf('/') + 1);
    if (name !== objectOf(sha256) || named.has(sha256)) continue;
    batch.push(sha256);
    if (batch.length === atOnce) await look();
  }
  await look();
  // What is named again, or gone.
  await catalog.write((db) => sql`delete from snapshot_unnamed where seen < ${now}`.execute(db));
  return removed;
}

async function namesIn(catalog: Db) {
  const named = nameSet();
  for (let last = ''; ; ) {
    const entries = await entriesAfter(catalog, last, atOnce);
    for (const { sha256, forms } of entries)
      for (const digest of [sha256, forms.br?.sha256, forms.gzip?.sha256]) if (digest) named.add(digest);
    const newest = entries.at(-1);
    if (!newest) return named;
    last = newest.path;
  }
}

/** Within the transaction, so that nobody names one of them meanwhile. */
async function sweepSome(db: Db, objects: Objects, candidates: readonly string[], now: number): Promise<number> {
  const named = await namedAmong(db, candidates);
  const unnamed = candidates.filter((sha256) => !named.has(sha256));
  if (unnamed.length === 0) return 0;
  await sql`insert into snapshot_unnamed (sha256, since, seen)
    values ${sql.join(unnamed.map((sha256) => sql`(${sha256}, ${now}, ${now})`))}
    on conflict (sha256) do update set seen = excluded.seen`.execute(db);
  const { rows } = await sql<{ sha256: string }>`select sha256 from snapshot_unnamed
    where seen = ${now} and since <= ${now - grace} and sha256 in (${sql.join(unnamed)})`.execute(db);
  for (const { sha256 } of rows) await objects.delete(objectOf(sha256));
  if (rows.length > 0)
    await sql`delete from snapshot_unnamed where sha256 in (${sql.join(rows.map(({ sha256 }) => sha256))})`.execute(db);
  return rows.length;
}
