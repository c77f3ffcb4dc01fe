/** The versions of a skill of one's own, each with the way to withdraw it. */
import { nameOf } from '../../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../../origin/contract/operations.ts';
import { isReadable } from '../../../../origin/contract/subjects/scanned.ts';
import { statusWords } from '../../../../origin/contract/words/scan.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';
import { answer, copyOf, dayOf, fill, formIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { placeOf } from '../requests/places.ts';

export type Skill = Output<'getSkill'>;
/** Shows the lists again, with the named skill opened. */
export type Redraw = (open?: string) => Promise<void>;
type Version = Skill['versions'][number];

export function showVersions(row: HTMLElement, skill: Skill, redraw: Redraw): void {
  const rows = skill.versions.map((version) => versionRow(skill, version, redraw));
  row.querySelector('[data-part="versions"]')?.replaceChildren(...rows);
}

function versionRow(skill: Skill, version: Version, redraw: Redraw): HTMLElement {
  const { author, slug, skill_id, visibility } = skill;
  const { hash, version_label, published_at, scanStatus } = version;
  const label = visible(version_label);
  const scan = scanStatus === 'clean' ? '' : `, scan: ${statusWords[scanStatus]}`;
  const row = fill(copyOf('version'), {
    label,
    what: `number ${version.version}, ${dayOf(published_at)}${scan}`,
    after: whatFollows(skill, version),
    withdraw: `Withdraw ${label}`,
  });
  if (visibility === 'public')
    row.querySelector('a')?.setAttribute('href', placeOf('versionPage', { author, slug, hash }));
  answer(formIn(row), async () => {
    await call('withdrawSkillVersion', { author, slug, hash });
    await redraw(skill_id);
    return `Withdrew ${nameOf(skill_id)} ${label}.`;
  });
  return row;
}

function whatFollows({ versions, latest_hash, slug }: Skill, { hash }: Version): string {
  if (versions.length === 1) return `This is the only version: ${slug} disappears until you publish it again.`;
  const before = versions.find((one) => one.hash !== hash && isReadable(one.scanStatus));
  if (hash !== latest_hash || !before) return '';
  return `${visible(before.version_label)} becomes the latest again.`;
}
