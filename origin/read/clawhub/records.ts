/** Our records in the words of ClawHub's program. */

import type { Output } from '../../contract/operations.ts';
import { isReadable } from '../../contract/subjects/scanned.ts';
import { semanticVersion, type Version } from './named.ts';

type Summary = Output<'listSkills'>['skills'][number];
type Report = Output<'getSkillVersionScan'>;
type Moderation = Output<'clawhubSkill'>['moderation'];

export const milliseconds = (seconds: number): number => seconds * 1000;

/** The name of a skill here is its slug. */
export const skillRecord = (skill: Summary & { deprecation_message?: string }, updatedAt: number) => ({
  slug: skill.slug,
  displayName: skill.slug,
  summary: [...(skill.deprecated ? ['Deprecated.', skill.deprecation_message] : []), skill.description]
    .filter(Boolean)
    .join(' '),
  tags: { latest: semanticVersion(skill) },
  stats: {
    downloads: skill.downloads_7d ?? 0,
    installs: skill.install_count,
    stars: skill.star_count ?? 0,
  },
  createdAt: milliseconds(skill.created_at),
  updatedAt: milliseconds(updatedAt),
});

/** `license`: of the one that it knows. */
export const versionRecord = (version: Version, license?: string) => ({
  version: semanticVersion(version),
  createdAt: milliseconds(version.published_at),
  changelog: '' as const,
  license: license === 'MIT-0' ? ('MIT-0' as const) : null,
});

/**
 * What it decides by: nothing is installed that is blocked, and nothing suspicious without being told to.
 * `isWarned`: a moderator warns of the skill.
 */
export function moderationRecord({ status, result = '', findings }: Report, isWarned = false): Moderation {
  const isMalwareBlocked = !isReadable(status);
  const isSuspicious = isMalwareBlocked || status === 'flagged' || isWarned;
  return {
    isSuspicious,
    isMalwareBlocked,
    verdict: isMalwareBlocked ? 'malicious' : isSuspicious ? 'suspicious' : 'clean',
    reasonCodes: [...new Set([...findings.map(({ detector }) => detector), ...(isWarned ? ['warned'] : [])])],
    summary: result || null,
  };
}
