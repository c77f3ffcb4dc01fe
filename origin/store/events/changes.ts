/** The log that the snapshot follows, and sync manifests. Appended in the same transaction as the change it tells of. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { compiledOnce } from '../engine/compiled.ts';
import type { Db } from '../engine/engine.ts';
import type { ChangeKind, Tables } from '../schema/tables.ts';

export interface Change {
  kind: ChangeKind;
  /** Row id in the table of that kind; 0 where the kind has one entity. */
  entityId: number;
}

/** Notes that what an anonymous caller sees of this entity may differ from now on. */
export async function noteChange(db: Db, kind: ChangeKind, entityId: number): Promise<void> {
  await db.insertInto('changes').values({ kind, entity_id: entityId }).execute();
}

/** Notes that what a person's devices hold may differ from now on, for a reason that nobody else sees. */
export async function noteLibrary(db: Db, profileId: number): Promise<void> {
  await db.insertInto('changes').values({ kind: 'library', entity_id: profileId }).execute();
}

/** As `noteChange`, for as many entities as a query names by their `id`, in one statement. */
export async function noteChanges<T extends keyof Tables>(
  db: Db,
  kind: ChangeKind,
  entities: SelectQueryBuilder<Tables, T, { id: number }>,
): Promise<void> {
  await db
    .insertInto('changes')
    .columns(['kind', 'entity_id'])
    .expression(db.selectFrom(entities.as('changed')).select([sql.lit(kind).as('kind'), 'changed.id as entity_id']))
    .execute();
}

/** The number of the newest change; 0 before the first. */
export async function newestChange(db: Db): Promise<number> {
  const [newest] = await newestOnce(db, '', [], () =>
    db.selectFrom('changes').select((e) => e.fn.max('seq').as('seq')),
  );
  return newest?.seq ?? 0;
}

const newestOnce = compiledOnce<{ seq: number | null }>();

/** Each entity that may look different to anonymous callers since `seq`, once. */
export async function changesAfter(db: Db, seq: number): Promise<Change[]> {
  const rows = await db
    .selectFrom('changes')
    .select(['kind', 'entity_id'])
    .where('seq', '>', seq)
    .where('kind', '<>', 'library')
    .$narrowType<{ kind: ChangeKind }>()
    .distinct()
    .orderBy('kind')
    .orderBy('entity_id')
    .execute();
  return rows.map(({ kind, entity_id }) => ({ kind, entityId: entity_id }));
}

/** What was noted after `seq`, of every kind, in order: at most `limit` of it. */
export const notesAfter = (db: Db, seq: number, limit: number) =>
  db.selectFrom('changes').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute();
