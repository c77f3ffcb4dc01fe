import { ApiError } from '../../contract/errors.ts';
import { skillId } from '../../contract/grammar/ids.ts';
import { type Output, operationPath } from '../../contract/operations.ts';
import { remembered } from '../../store/memory.ts';
import { publicKeyOf } from '../../store/people/keys.ts';
import { portraitPath } from '../../store/people/portraits.ts';
import { summaryOfFound, versionsOf } from '../../store/skills/skills.ts';
import { foundRecord } from '../found.ts';
import type { Loader, Reading } from '../reading.ts';
import { likesIn } from '../similar.ts';

/** A deprecated skill answers 410 and stays readable: the error carries the whole record. */
export const getSkill: Loader<'getSkill'> = async (reading, { author, slug }) => {
  const skill = await skillDetail(reading, author, slug);
  if (skill.deprecated) throw new ApiError('skill_deprecated', deprecationOf(skill), skill);
  return skill;
};

/**
 * The record of a skill, deprecated or not; for its owners also where every version is quarantined, so that they see
 * what became of it. Errors: `skill_not_found`.
 */
export const skillDetail = (reading: SiteReading, author: string, slug: string): Promise<Output<'getSkill'>> =>
  remembered(reading.view.memory, `detail ${author}/${slug}`, () => readDetail(reading, author, slug));

type SiteReading = Pick<Reading, 'view' | 'site'>;

async function readDetail({ view, site }: SiteReading, author: string, slug: string): Promise<Output<'getSkill'>> {
  const skill = await foundRecord(view, author, slug);
  const versions = await versionsOf(view, skill.id);
  const same = (await likesIn(view, skill.id)).find(({ kind }) => kind === 'same');
  return {
    ...summaryOfFound(skill),
    versions: versions.map((version) => ({
      hash: version.hash,
      published_at: version.published_at,
      version_label: version.label,
      version: version.number,
      scanStatus: version.scan_status,
    })),
    author_name: skill.author_name,
    author_avatar_url: portraitPath(author),
    author_public_key: await publicKeyOf(view, skill.owner_id),
    manifest_url: site.mirrorUrl + operationPath('getSkillManifest', { author, slug }),
    is_mirror: skill.is_mirror === 1,
    mirror_source_url: skill.mirror_source_url,
    mirror_license: skill.mirror_license,
    ...(skill.license && { license: skill.license }),
    ...(skill.tags !== '[]' && { tags: JSON.parse(skill.tags) }),
    triggers: JSON.parse(skill.triggers),
    token_count: skill.token_count,
    deprecation_message: skill.deprecation_message,
    ...(same && { same_as: skillId.format({ author: same.author ?? '', slug: same.slug }) }),
  };
}

/** The sentence a deprecated skill is answered with. */
export const deprecationOf = (skill: { skill_id: string; deprecation_message: string }): string =>
  `${skill.skill_id} is deprecated by its author${skill.deprecation_message ? `: ${skill.deprecation_message}` : '.'}`;
