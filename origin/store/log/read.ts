/** Reads of the transparency log: also of what the catalog has of it. */
import { compiledOnce } from '../engine/compiled.ts';
import type { Db } from '../engine/engine.ts';
import { addressableSkills } from '../view.ts';

/** Whose the log is; undefined before there is one. */
export const logHead = (db: Db) =>
  db.selectFrom('log_heads').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

/** Each that was, from the first. */
export const logHeads = (db: Db) => db.selectFrom('log_heads').selectAll().orderBy('id').execute();

/** The newest signed note. */
export async function newestCheckpoint(db: Db): Promise<string | undefined> {
  const [found] = await newestOnce(db, '', [], () =>
    db.selectFrom('log_checkpoints').select('note').orderBy('size', 'desc').limit(1),
  );
  return found?.note;
}

const newestOnce = compiledOnce<{ note: string }>();

/** How many entries the newest checkpoint is over. */
export async function signedSize(db: Db): Promise<number> {
  const { size } = await db
    .selectFrom('log_checkpoints')
    .select((e) => e.fn.max('size').as('size'))
    .executeTakeFirstOrThrow();
  return Number(size ?? 0);
}

/** The first that is over an entry. */
export async function checkpointOver(db: Db, index: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('log_checkpoints')
    .select('note')
    .where('size', '>', index)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst();
  return found?.note;
}

/** The entry that proves a version, by its name. */
export async function entryNamed(db: Db, name: string): Promise<{ index: number; line: string } | undefined> {
  const found = await db
    .selectFrom('log_entries')
    .select(['number', 'line'])
    .where('name', '=', name)
    .executeTakeFirst();
  return found?.line ? { index: Number(found.number), line: found.line } : undefined;
}

/** Where a version is recorded: which entry, from 0, and the name of its log. Undefined before a checkpoint is over it. */
export async function recordOf(db: Db, name: string): Promise<{ log: string; index: number } | undefined> {
  const [entry, head, size] = await Promise.all([entryNamed(db, name), logHead(db), signedSize(db)]);
  return entry && head && entry.index < size ? { log: head.origin, index: entry.index } : undefined;
}

/** What the newest signed entries say about the skills of a profile that everyone sees, but for what was published. */
export async function entriesAbout(db: Db, ownerId: number, limit: number): Promise<{ index: number; line: string }[]> {
  const skills = addressableSkills({ db, caller: undefined }).where('owner.id', '=', ownerId).select('skills.id');
  const rows = await db
    .selectFrom('log_entries')
    .select(['number', 'line'])
    .where('skill_id', 'in', skills)
    .where('number', '<', await signedSize(db))
    // In a text its quotes would be escaped.
    .where('line', 'not like', '%"type":"version.published"%')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ number, line }) => ({ index: Number(number), line: line ?? '' }));
}

/** Entries from `first` on, with their leaf hashes. */
export const entriesFrom = (db: Db, first: number, count: number) =>
  db
    .selectFrom('log_entries')
    .innerJoin('log_hashes', (join) =>
      join.onRef('log_hashes.number', '=', 'log_entries.number').on('log_hashes.level', '=', 0),
    )
    .select(['log_entries.number', 'log_entries.skill_id', 'log_entries.name', 'log_entries.line', 'log_hashes.hash'])
    .where('log_entries.number', '>=', first)
    .where('log_entries.number', '<', first + count)
    .orderBy('log_entries.number')
    .execute();
