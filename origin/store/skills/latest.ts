/** A skill's row follows the newest of its versions that may be read. */
import type { Db } from '../engine/engine.ts';
import type { SkillRow, VersionRow } from '../schema/tables.ts';
import { skillText } from '../search/skillText.ts';
import { isReadable } from '../view.ts';
import { storedContent, type VersionContent } from './content.ts';

/**
 * Makes the skill's row say what its newest version says that may be read, and returns the row; none left: the
 * skill shows no version. Without `now` the skill doesn't count as updated.
 */
export async function refreshSkill(db: Db, skillId: number, now?: number): Promise<SkillRow> {
  const latest = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .selectAll('versions')
    .select(['skills.slug', 'skills.category'])
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
      ...(latest && asLatest(latest, latest, await storedContent(db, latest.id))),
    })
    .where('id', '=', skillId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What a skill's row says of its latest version. */
export const asLatest = (
  { slug, category }: Pick<SkillRow, 'slug' | 'category'>,
  version: Pick<VersionRow, 'id' | 'name' | 'description' | 'triggers' | 'signature_status' | 'scan_status'>,
  content: VersionContent,
) => {
  const { id, name, description, signature_status, scan_status } = version;
  const triggers: string[] = JSON.parse(version.triggers);
  return {
    ...{ latest_version_id: id, name, description, signature_status, scan_status },
    ...skillText({ slug, name, description, category, triggers, ...content }),
  };
};
