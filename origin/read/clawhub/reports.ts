/** What scans say of the versions that a program asks about. */
import { ApiError } from '../../contract/errors.ts';
import type { Output } from '../../contract/operations.ts';
import { newestVersion } from '../../store/skills/skills.ts';
import { addressableSkills } from '../../store/view.ts';
import { foundVersion } from '../found.ts';
import { reported } from '../reported.ts';
import type { Named } from './named.ts';

type Report = Output<'getSkillVersionScan'>;

export interface NewestReport {
  /** Unix seconds. */
  published_at: number;
  isWarned: boolean;
  report: Report;
}

/** Errors: `skill_not_found`, `version_not_found`. */
export async function reportOn({ view }: Named, at: { author: string; slug: string; hash: string }): Promise<Report> {
  const { id, hash, scan_status } = await foundVersion(view, at);
  return { hash, ...(await reported(view.db, id, scan_status)) };
}

/** Of the newest version, whether it may be read or not. Errors: `skill_not_found`. */
export async function newestReport(
  { view }: Named,
  { author, slug }: { author: string; slug: string },
): Promise<NewestReport> {
  const skill = await addressableSkills(view)
    .where('owner.handle', '=', author)
    .where('skills.slug', '=', slug)
    .select(['skills.id', 'skills.moderation_status'])
    .executeTakeFirst();
  const newest = skill && (await newestVersion(view, skill.id));
  if (!newest) throw new ApiError('skill_not_found', `There is no skill ${author}/${slug}.`);
  const { hash, published_at, scan_status } = newest;
  return {
    published_at,
    isWarned: skill.moderation_status === 'warned',
    report: { hash, ...(await reported(view.db, newest.id, scan_status)) },
  };
}
