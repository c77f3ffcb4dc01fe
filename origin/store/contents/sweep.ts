/** Takes away objects that no row names any more, and those that no row ever named. */
import type { Engine } from '../engine/engine.ts';
import { dropObjects, dropUnusedBlobs } from '../skills/blobs.ts';
import { type Contents, clock, uploadedAt } from './contents.ts';

export interface Swept {
  deleted: number;
  /** Of uploads that came to nothing: found now, and deleted once they were kept as long as all others. */
  orphans: number;
}

interface Sweep {
  engine: Engine;
  contents: Contents;
  /** Days that a backup goes back: what it names must be there. */
  days: number;
  signal?: AbortSignal;
}

/** Seconds: of a day, and of the youngest object that counts as forgotten. Objects in one look. */
const [day, atOnce] = [86_400, 500];

/**
 * Deletes what was dropped longer ago than the backup goes back. An object's name is never used again, and is named by a write
 * within an hour (`uploads.ts`), so no publish meets a sweeper that is late. Two may run at once.
 */
export async function sweepDropped({ engine, contents, days, signal }: Sweep): Promise<number> {
  // A chain of backups begins up to a day before the oldest second that it promises.
  const before = clock() - (days + 1) * day;
  for (let deleted = 0; ; ) {
    const rows = await engine.db
      .selectFrom('dropped_objects')
      .select('object')
      .where('dropped_at', '<', before)
      .limit(atOnce)
      .execute();
    const objects = rows.map(({ object }) => object);
    if (objects.length === 0 || signal?.aborted) return deleted;
    await contents.delete(objects);
    await engine.write((db) => db.deleteFrom('dropped_objects').where('object', 'in', objects).execute());
    deleted += objects.length;
  }
}

/** Rows that no version names: a program from before there were any dropped none. */
async function dropUnused({ engine, signal }: Sweep): Promise<void> {
  while (!signal?.aborted) {
    const rows = await engine.db
      .selectFrom('contents')
      .select('hash')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('version_files').select('path').whereRef('version_files.hash', '=', 'contents.hash'))),
      )
      .limit(atOnce)
      .execute();
    if (rows.length === 0) return;
    await engine.write((db) =>
      dropUnusedBlobs(
        db,
        rows.map(({ hash }) => hash),
      ),
    );
  }
}

/** Looks through all objects: for once a day. */
export async function sweepAll(sweep: Sweep): Promise<Swept> {
  const { engine, contents, signal } = sweep;
  await contents.probe();
  await dropUnused(sweep);
  let orphans = 0;
  let batch: string[] = [];
  const look = async () => {
    const forgotten = await unnamed(engine, batch);
    batch = [];
    if (forgotten.length === 0) return;
    await engine.write((db) => dropObjects(db, forgotten));
    orphans += forgotten.length;
  };
  for await (const object of contents.names()) {
    if (signal?.aborted) break;
    if ((uploadedAt(object) ?? 0) < clock() - day) batch.push(object);
    if (batch.length === atOnce) await look();
  }
  await look();
  return { deleted: await sweepDropped(sweep), orphans };
}

/** Those of some objects that no row of either table has. No row comes to name one that is older than an hour. */
export async function unnamed({ db }: Pick<Engine, 'db'>, objects: readonly string[]): Promise<string[]> {
  if (objects.length === 0) return [];
  const named = await db
    .selectFrom('contents')
    .select('object')
    .where('object', 'in', objects)
    .unionAll(db.selectFrom('dropped_objects').select('object').where('object', 'in', objects))
    .execute();
  const known = new Set(named.map(({ object }) => object));
  return objects.filter((object) => !known.has(object));
}
