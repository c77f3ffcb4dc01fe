/** A skill's row follows the newest of its versions that may be read. */
import { licenseGroup } from '../../bundle/licenseGroup.ts';
import type { LicenseGroup } from '../../contract/subjects/facets.ts';
import type { Db } from '../engine/engine.ts';
import { traitsOf } from '../schema/facets.ts';
import type { SkillRow, VersionRow } from '../schema/tables.ts';
import { skillText } from '../search/skillText.ts';
import { isReadable } from '../view.ts';
import { storedContent, type VersionContent } from './content.ts';
import { runtimesIn } from './runtimes.ts';

/**
 * Makes the skill's row say what its newest version says that may be read, and returns the row; none left: the
 * skill shows no version. Without `now` the skill doesn't count as updated.
 */
export async function refreshSkill(db: Db, skillId: number, now?: number): Promise<SkillRow> {
  const latest = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .selectAll('versions')
    .select(['skills.slug', 'skills.category', 'skills.is_mirror', 'skills.mirror_license'])
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
  { slug, category, ...source }: Pick<SkillRow, 'slug' | 'category' | 'is_mirror' | 'mirror_license'>,
  version: Pick<VersionRow, 'id' | 'name' | 'description' | 'triggers' | 'license' | 'tags' | Outcome | 'published_at'>,
  content: VersionContent,
) => {
  const { id, name, description, signature_status, scan_status, license, published_at: latest_at } = version;
  const triggers: string[] = JSON.parse(version.triggers);
  const tags: string[] = JSON.parse(version.tags);
  return {
    ...{ latest_version_id: id, name, description, signature_status, scan_status, license, latest_at },
    ...{ tags: version.tags, traits: traitsOf(groupOf({ ...source, license }), runtimesIn(content.capabilities)) },
    ...skillText({ slug, name, description, category, triggers, tags, ...content }),
  };
};

type Outcome = 'signature_status' | 'scan_status';

/** Of a copy, whoever imported it says more: they read its licence files too. */
export const groupOf = ({
  is_mirror,
  mirror_license,
  license,
}: Pick<SkillRow, 'is_mirror' | 'mirror_license' | 'license'>): LicenseGroup =>
  licenseGroup(is_mirror && mirror_license !== 'NOASSERTION' ? mirror_license : license);
