/** What actions and reports call the things that they are about. */
import type { Db } from '../engine/engine.ts';

/** After a new handle, actions and reports name what they are about by it. The audit log stays as it was written. */
export async function renameTargets(db: Db, profileId: number, handle: string): Promise<void> {
  const held = await db.selectFrom('handles').select('handle').where('profile_id', '=', profileId).execute();
  for (const { handle: before } of held) {
    for (const table of ['moderation_actions', 'reports'] as const) {
      const named = db.selectFrom(table).select(['id', 'target']);
      const rows = await named
        .where((e) => e.or([e('target', '=', before), e('target', 'like', `${before}:%`)]))
        .execute();
      for (const { id, target } of rows) {
        const renamed = { target: handle + target.slice(before.length) };
        await db.updateTable(table).set(renamed).where('id', '=', id).execute();
      }
    }
  }
}
