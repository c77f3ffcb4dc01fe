/** Versions that wait for approval, each with what it newly asks for and what it changes. */
import { nameOf } from '../../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../../origin/contract/operations.ts';
import { doesLines } from '../../../../origin/contract/words/does.ts';
import { statusWords, verdictOf } from '../../../../origin/contract/words/scan.ts';
import { visible } from '../../../../origin/contract/words/visible.ts';
import { showAsks, showLines } from '../changes/asks.ts';
import { fileParts } from '../changes/files.ts';
import { answer, fill, formIn, showEach, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { leadToSkill, namesIn } from '../requests/places.ts';
import type { Entry } from './approved.ts';

type Diff = Output<'getSkillVersionDiff'>;
type Waiting = Entry & { pending: NonNullable<Entry['pending']> };

/** Comparisons that are asked for unasked; they are counted as heavy. The others are made when they are opened. */
const comparedAtOnce = 10;

/** `redraw` shows the library again. */
export function showPending(skills: readonly Entry[], redraw: () => Promise<void>): void {
  const waiting = skills.filter((entry): entry is Waiting => entry.pending !== null);
  showEach('pending', waiting, (row, entry) => {
    showEntry(row, entry);
    offerComparison(row, entry, waiting.indexOf(entry) < comparedAtOnce);
    answer(formIn(row), async (data) => {
      const said = await decide(entry, textIn(data, 'act'));
      await redraw();
      return said;
    });
  });
}

function showEntry(row: HTMLElement, { skill_id, approved, pending, skill }: Waiting): void {
  const [next, now] = [pending.version_label, approved?.version_label ?? ''].map(visible) as [string, string];
  fill(row, { name: nameOf(skill_id), step: now ? `${now} → ${next}` : next, next, now, marks: marksOf(skill) });
  leadToSkill(row, skill_id, skill?.visibility);
  for (const part of row.querySelectorAll<HTMLElement>('[value=keep], .keeping, details')) part.hidden = !approved;
  (row.querySelector('[value=remove]') as HTMLElement).hidden = approved !== null;
}

/** What is known of the version that waits, since it is the latest. */
function marksOf(skill: Entry['skill']): string {
  if (!skill) return '';
  const scan = `scan: ${statusWords[skill.scanStatus]}`;
  return [skill.signatureStatus.replace('_', ' '), scan, ...(skill.deprecated ? ['deprecated'] : [])].join(', ');
}

const nothingApproved = 'You have no approved version to compare with. Read all of it first.';

function offerComparison(row: HTMLElement, entry: Waiting, isAtOnce: boolean): void {
  const { skill_id, approved, pending } = entry;
  if (!approved) {
    say(row, [nothingApproved]);
    call('getSkillVersionScan', { ...namesIn(skill_id), hash: pending.hash })
      .then((report) => say(row, [nothingApproved, `Scan: ${verdictOf(report)}.`, ...doesLines(report).map(visible)]))
      .catch((error: Error) => say(row, [nothingApproved, error.message]));
    return;
  }
  let isAsked = false;
  const compare = () => {
    if (isAsked) return;
    isAsked = true;
    call('getSkillVersionDiff', { ...namesIn(skill_id), hash: approved.hash, other: pending.hash })
      .then((diff) => showDiff(row, diff))
      .catch((error: Error) => {
        isAsked = false;
        say(row, [error.message]);
      });
  };
  row.querySelector('details')?.addEventListener('toggle', compare);
  if (isAtOnce) compare();
  else say(row, ['Select “Show changes” to see what is new in this version.']);
}

function showDiff(row: HTMLElement, { asks, files }: Diff): void {
  showAsks(row.querySelector('[data-part="asks"]'), asks);
  row.querySelector('[data-part="files"]')?.replaceChildren(...files.map(fileParts));
  // Patterns don't replace reading: the person who decides has the changes in front of them.
  row.querySelector('details')?.setAttribute('open', '');
}

const say = (row: HTMLElement, lines: readonly string[]): void =>
  showLines(row.querySelector('[data-part="asks"]'), lines);

/** Exactly the version that was shown is approved; a newer one that came meanwhile waits in its turn. */
async function decide({ skill_id, approved, pending, pinned }: Waiting, act: string): Promise<string> {
  const name = nameOf(skill_id);
  if (act === 'keep' && approved) {
    await call('putLibrarySkill', { ...namesIn(skill_id), body: { hash: approved.hash, pinned: true } });
    return `${name} stays on ${approved.version_label}, and you won’t be asked about newer versions.`;
  }
  if (act === 'skip') {
    await call('skipLibraryVersion', { ...namesIn(skill_id), body: { hash: pending.hash } });
    return `Skipped ${name} ${pending.version_label}. You will be asked about the next version.`;
  }
  if (act === 'remove') {
    await call('removeLibrarySkill', namesIn(skill_id));
    return `Removed ${name} from your library.`;
  }
  await call('putLibrarySkill', { ...namesIn(skill_id), body: { hash: pending.hash, pinned } });
  return `Approved ${name} ${pending.version_label}. Devices get it at their next sync.`;
}
