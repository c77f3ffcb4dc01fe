/** What scans say of the versions that a program asks about. */
import { ApiError } from '../../contract/errors.ts';
import type { Output } from '../../contract/operations.ts';
import { versionsOf } from '../../store/skills/skills.ts';
import { addressableSkills } from '../../store/view.ts';
import { foundVersion } from '../found.ts';
import { reported } from '../reported.ts';
import { type Chosen, chosenVersion, type Named } from './named.ts';

type Report = Output<'getSkillVersionScan'>;

export interface ShownReport {
  /** What the skill is shown with; undefined where no version may be read. */
  chosen: Chosen | undefined;
  /** Unix seconds. */
  published_at: number;
  /** Whether a moderator warns of the skill. */
  isWarned: boolean;
  report: Report;
}

/** Errors: `skill_not_found`, `version_not_found`. */
export async function reportOn({ view }: Named, at: { author: string; slug: string; hash: string }): Promise<Report> {
  const { id, hash, scan_status } = await foundVersion(view, at);
  return { hash, ...(await reported(view.db, id, scan_status)) };
}

/**
 * On the version that a skill is shown with; where all are quarantined, on the newest that lists name: of one that is
 * held nobody but its owners is told anything. Errors: `skill_not_found`, `version_held`.
 */
export async function shownReport(
  reading: Named,
  { author, slug }: { author: string; slug: string },
): Promise<ShownReport> {
  try {
    const chosen = await chosenVersion(reading, { slug, ownerHandle: author });
    const { skill, version } = chosen;
    const report = await reportOn(reading, { author, slug, hash: version.hash });
    return { chosen, published_at: version.published_at, isWarned: skill.moderationStatus === 'warned', report };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'version_quarantined') throw error;
    return newestReport(reading, { author, slug });
  }
}

async function newestReport({ view }: Named, { author, slug }: { author: string; slug: string }): Promise<ShownReport> {
  const skill = await addressableSkills(view)
    .where('owner.handle', '=', author)
    .where('skills.slug', '=', slug)
    .select(['skills.id', 'skills.moderation_status'])
    .executeTakeFirst();
  const [newest] = skill ? await versionsOf(view, skill.id) : [];
  if (!skill || !newest) throw new ApiError('skill_not_found', `There is no skill ${author}/${slug}.`);
  const { hash, published_at, scan_status } = newest;
  return {
    ...{ chosen: undefined, published_at },
    isWarned: skill.moderation_status === 'warned',
    report: { hash, ...(await reported(view.db, newest.id, scan_status)) },
  };
}
