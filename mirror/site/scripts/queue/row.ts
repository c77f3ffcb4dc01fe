/** One version in question, with what a decision takes: the lines and the changes are asked for when they are opened. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';
import { showAsks, showLines } from '../changes/asks.ts';
import { fileParts } from '../changes/files.ts';
import { findingRow } from '../forms/finding.ts';
import { dayOf, fill } from '../forms/form.ts';
import { offerFindings } from '../moderation/findings.ts';
import { call } from '../requests/call.ts';
import { placeOf } from '../requests/places.ts';

type Question = Output<'listVersionsInQuestion'>['versions'][number];

const kinds = { quarantined: 'Quarantined', held: 'Held', flagged: 'Flagged' } as const;
/** Of marks (styles/lists.css). */
const tones = { quarantined: 'danger', held: 'caution', flagged: 'caution' } as const;

/** How one is called in sentences. */
export const nameOf = ({ author, slug, version_label }: Question): string =>
  `${author}/${slug} ${visible(version_label)}`;

export function showQuestion(row: HTMLElement, question: Question): void {
  const { target, author, slug, version_label, kind, reason, previous } = question;
  const version = visible(version_label);
  const name = `${author}/${slug}`;
  fill(row, { name, version, kind: kinds[kind], facts: factsOf(question), reason });
  fill(row, { compare: previous ? 'Changes since the version before' : 'All files' });
  row.querySelector('[data-part="kind"]')?.classList.add(tones[kind]);
  const link = row.querySelector('a');
  if (question.visibility === 'public') link?.setAttribute('href', placeOf('skillPage', { author, slug }));
  showFindings(row, question);
  // The same with the lines takes the place of the short list.
  const lines = offerFindings(row, target);
  const short = row.querySelector<HTMLElement>('[data-part="findings"]');
  lines.addEventListener('toggle', () => {
    if (short) short.hidden = lines.open;
  });
  const changes = row.querySelector<HTMLDetailsElement>('.changes');
  changes?.addEventListener('toggle', () => showChanges(changes, question), { once: true });
}

function factsOf(question: Question): string {
  const { author, author_skills, installs, since, is_latest, visibility, reading, open_reports, kind } = question;
  const facts = [
    `${author} has ${counted(author_skills, 'skill')}`,
    counted(installs, 'install'),
    `published ${dayOf(since)}, ${daysSince(since)}`,
    ...(is_latest || kind !== 'flagged' ? [] : ['not the latest version']),
    ...(visibility === 'private' ? ['private'] : []),
    ...(reading ? ['a longer scan is running'] : []),
    ...(open_reports > 0 ? [counted(open_reports, 'open report')] : []),
  ];
  return facts.join(' · ');
}

const counted = (count: number, noun: string): string => `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`;

function daysSince(time: number): string {
  const days = Math.floor((Date.now() / 1000 - time) / 86_400);
  return days <= 0 ? 'today' : days === 1 ? '1 day ago' : `${days.toLocaleString()} days ago`;
}

function showFindings(row: HTMLElement, { findings, finding_count }: Question): void {
  const list = row.querySelector('[data-part="findings"]');
  list?.replaceChildren(...findings.map((finding) => findingRow(finding, '')));
  if (finding_count <= findings.length) return;
  const more = document.createElement('li');
  more.className = 'quiet';
  more.textContent = `${finding_count - findings.length} more`;
  list?.append(more);
}

/** A private version is for its owners alone to read. */
function showChanges(details: HTMLElement, { author, slug, hash, visibility }: Question): void {
  const asks = details.querySelector('[data-part="asks"]');
  if (visibility === 'private') {
    showLines(asks, ['Private: only its owners can read the files.']);
    return;
  }
  showLines(asks, ['Comparing …']);
  call('getDiffToDecide', { author, slug, hash })
    .then((diff) => {
      if (diff.from === null) showLines(asks, []);
      else showAsks(asks, diff.asks);
      details.querySelector('[data-part="files"]')?.replaceChildren(...diff.files.map(fileParts));
    })
    .catch((error: Error) => showLines(asks, [error.message]));
}
