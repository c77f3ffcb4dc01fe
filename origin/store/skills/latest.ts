/** A skill's row follows the newest of its versions that may be read. */
import type { Db } from '../engine/engine.ts';
import type { SkillRow, VersionRow } from '../schema/tables.ts';
import { indexedText } from '../search/text.ts';
import { isReadable } from '../view.ts';

/**
 * Makes the skill's row say what its newest version says that may be read, and returns the row; none left: the
 * skill shows no version. Without `now` the skill doesn't count as updated.
 */
export async function refreshSkill(db: Db, skillId: number, now?: number): Promise<SkillRow> {
  const latest = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .selectAll('versions')
    .select('skills.slug')
    .where('skill_id', '=', skillId)
    .where('withdrawn_at', 'is', null)
    .where(isReadable('versions'))
    .orderBy('number', 'desc')
    .executeTakeFirst();
  return db
    .updateTable('skills')
    .set({
      latest_version_id: null,
      ...(now !== undefined && { updated_at: now }),
      ...(latest && asLatest(latest.slug, latest)),
    })
    .where('id', '=', skillId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What a skill's row says of its latest version. */
export const asLatest = (slug: string, { id, name, description, signature_status, scan_status }: VersionRow) => ({
  ...{ latest_version_id: id, name, description, signature_status, scan_status },
  ...indexedText([slug, name], description),
});
