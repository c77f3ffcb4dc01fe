import type { Output } from '../../../contract/operations.ts';
import { pagePath } from '../../../contract/pages.ts';
import { isReadable } from '../../../contract/subjects/scanned.ts';
import { foundContent } from '../../found.ts';
import { skillDetail } from '../../public/getSkill.ts';
import { getSkillVersionDiff } from '../../public/getSkillVersionDiff.ts';
import type { PageLoader } from '../page.ts';

/**
 * What changed between two versions: up to the newest, and from the one before that, where none is named. Errors:
 * those of the versions' contents.
 */
export const diffPage: PageLoader<'diffPage'> = async (reading, { author, slug, view, ...asked }) => {
  const skill = await skillDetail(reading, author, slug);
  const to = asked.to ?? skill.latest_hash;
  await foundContent(reading.view, { author, slug, hash: to });
  const from = asked.from ?? before(skill, to);
  return reading.html(pagePath('diffPage', { author, slug }), {
    page: 'diffPage',
    site: reading.site,
    skill,
    diff: from ? await getSkillVersionDiff(reading, { author, slug, hash: from, other: to }) : undefined,
    view,
  });
};

/** The newest readable version before this one. */
function before({ versions }: Output<'getSkill'>, hash: string): string | undefined {
  const place = versions.findIndex((version) => version.hash === hash);
  return versions.slice(place + 1).find(({ scanStatus }) => isReadable(scanStatus))?.hash;
}
