/** The log of what was decided, by whom: rows are only ever added, which the engines hold too. */
import type { Db } from '../engine/engine.ts';

interface Entry {
  /** A profile's id; null for the registry itself. */
  actor: number | null;
  action: string;
  target: string;
  detail: string;
}

export async function audit(db: Db, { actor, ...entry }: Entry, now: number): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ actor_id: actor, ...entry, created_at: now })
    .execute();
}

/** One page, newest first, with the total. */
export async function auditPage(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const entries = await db
    .selectFrom('audit_log')
    .leftJoin('profiles', 'profiles.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'handle', 'action', 'target', 'detail', 'audit_log.created_at'])
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('audit_log')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    entries: entries.map(({ id, handle, ...entry }) => ({ id: String(id), actor: handle ?? '', ...entry })),
    total,
  };
}
