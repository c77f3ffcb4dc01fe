/** Whom an advisory is against, and how many of them one of others may be before an operator confirmed it. */
import { skillId } from '../../contract/grammar/ids.ts';
import { isAgainst, type Matcher } from '../../scan/advisories.ts';
import type { Db } from '../engine/engine.ts';
import type { AdvisoryRow, SkillRow, VersionRow } from '../schema/tables.ts';
import { advisoryDetector } from '../skills/scans/scannerActions.ts';

/**
 * Authors. A malicious file is the work of few; one that more have is a licence, an empty file, or a template: a mistake of
 * the list, or an attack on this registry.
 */
export const maxAuthors = 5;

export type Affected = Pick<VersionRow, 'id' | 'skill_id' | 'hash'> & Pick<SkillRow, 'owner_id'>;

/** The stored versions that it is against, by their ids. */
export async function versionsAgainst(
  db: Db,
  { id, matchers }: Pick<AdvisoryRow, 'id' | 'matchers'>,
): Promise<Map<number, Affected>> {
  const keys = db.selectFrom('advisory_keys').select('matched').where('advisory_id', '=', id);
  const versions = db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['versions.id', 'versions.skill_id', 'versions.hash', 'label', 'skills.owner_id'])
    .where('withdrawn_at', 'is', null);
  const withFile = db.selectFrom('version_files').select('version_id').where('version_files.hash', 'in', keys);
  const found = new Map<number, Affected>();
  for (const version of await versions.where('versions.hash', 'in', keys).execute()) found.set(version.id, version);
  for (const version of await versions.where('versions.id', 'in', withFile).execute()) found.set(version.id, version);
  const against = JSON.parse(matchers) as Matcher[];
  for (const name of new Set(against.map(({ skill }) => skill))) {
    const { author, slug } = skillId.parse(name) ?? {};
    if (!author || !slug) continue;
    const ofSkill = versions
      .innerJoin('handles', 'handles.profile_id', 'skills.owner_id')
      .where('handles.handle', '=', author)
      .where('skills.slug', '=', slug);
    for (const version of await ofSkill.execute()) {
      const candidate = { skills: [name], label: version.label, hashes: [version.hash] };
      if (isAgainst(against, candidate)) found.set(version.id, version);
    }
  }
  return found;
}

export const authorsOf = (versions: ReadonlyMap<number, Affected>): number =>
  new Set([...versions.values()].map(({ owner_id }) => owner_id)).size;

/** Whether what others advise, unconfirmed, is in force against as many as it may be, apart from this author. */
export async function isSpent(
  db: Db,
  { name, feed, due }: Pick<AdvisoryRow, 'name' | 'feed' | 'due'>,
  author: number,
): Promise<boolean> {
  if (feed === '' || due >= 3) return false;
  const authors = await db
    .selectFrom('moderation_actions')
    .innerJoin('versions', 'versions.id', 'target_id')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select('skills.owner_id')
    .distinct()
    .where('detectors', '=', advisoryDetector(name))
    .where('lifted_at', 'is', null)
    .where('skills.owner_id', '<>', author)
    .execute();
  return authors.length >= maxAuthors;
}
