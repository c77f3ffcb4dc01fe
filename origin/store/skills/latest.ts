/** A skill's row follows the newest of its versions that may be read, and the activity tells of that. */

import type { Db } from '../engine/engine.ts';
import { noteChange } from '../events/changes.ts';
import { announce } from '../events/events.ts';
import type { SkillRow } from '../schema/tables.ts';
import { indexedText } from '../search/text.ts';

/**
 * Makes the skill's row say what its newest version says that is not quarantined, and returns the row; none left: the
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
    .where('versions.scan_status', '<>', 'quarantined')
    .orderBy('number', 'desc')
    .executeTakeFirst();
  const skill = await db
    .updateTable('skills')
    .set({
      latest_version_id: latest?.id ?? null,
      ...(now !== undefined && { updated_at: now }),
      ...(latest && {
        name: latest.name,
        description: latest.description,
        signature_status: latest.signature_status,
        scan_status: latest.scan_status,
        ...indexedText([latest.slug, latest.name], latest.description),
      }),
    })
    .where('id', '=', skillId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await noteChange(db, 'skill', skillId);
  return skill;
}

/** Puts the latest version of a public skill into the activity, once. A private one leaves no event behind. */
export async function announceLatest(db: Db, skill: SkillRow, now: number): Promise<void> {
  if (skill.visibility !== 'public' || skill.latest_version_id === null) return;
  const event = { actor_id: skill.owner_id, skill_id: skill.id, version_id: skill.latest_version_id };
  await announce(db, { kind: 'publish', ...event }, now);
}
