import type { Output } from '../../contract/operations.ts';
import type { Loader } from '../reading.ts';
import { named } from './named.ts';
import { milliseconds, moderationRecord, skillRecord, versionRecord } from './records.ts';
import { type ShownReport, shownReport } from './reports.ts';

/** Where no version may be read, the record says so and nothing else: the program then installs nothing, and says why. */
export const clawhubSkill: Loader<'clawhubSkill'> = async (reading, asked) => {
  const at = await named(reading, asked);
  const { chosen, ...shown } = await shownReport(reading, at);
  if (!chosen) return blocked(at, shown);
  const { skill, version } = chosen;
  return {
    skill: withLicense(skillRecord(skill, version.published_at), skill.license),
    latestVersion: versionRecord(version, skill.license),
    owner: { handle: at.author, displayName: skill.author_name },
    moderation: moderationRecord(shown.report, shown.isWarned),
  };
};

/** The program says of every skill that it is under MIT-0, and takes no other word for it than in a text. */
const withLicense = <S extends { summary: string }>(skill: S, license: string | undefined): S => {
  const said = license ? `Its author states the license ${license}.` : 'Its author states no license.';
  return license === 'MIT-0' ? skill : { ...skill, summary: `${skill.summary} (${said})` };
};

function blocked(
  { author, slug }: { author: string; slug: string },
  { published_at, report }: Pick<ShownReport, 'published_at' | 'report'>,
): Output<'clawhubSkill'> {
  const at = milliseconds(published_at);
  return {
    skill: {
      ...{ slug, displayName: slug, summary: 'Quarantined: nobody can read it.', tags: {} },
      ...{ stats: { downloads: 0, installs: 0, stars: 0 }, createdAt: at, updatedAt: at },
    },
    latestVersion: null,
    owner: { handle: author, displayName: author },
    moderation: moderationRecord(report),
  };
}
