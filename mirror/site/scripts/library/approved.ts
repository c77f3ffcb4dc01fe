/** The skills that devices hold, with what is to happen to newer versions of each. */
import { nameOf } from '../../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../../origin/contract/operations.ts';
import { answer, fill, formIn, refill, showEach, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { leadToSkill, namesIn } from '../requests/places.ts';

export type Entry = Output<'getLibrary'>['skills'][number];

/** `redraw` shows the library again. */
export function showApproved(skills: readonly Entry[], redraw: () => Promise<void>): void {
  const held = skills.filter(({ approved, pending }) => approved || !pending);
  showEach('approved', held, (row, entry) => showEntry(row, entry, redraw));
}

function showEntry(row: HTMLElement, entry: Entry, redraw: () => Promise<void>): void {
  const { skill_id, approved, pinned, auto_approve, skipped } = entry;
  const name = nameOf(skill_id);
  fill(row, { name, version: approved?.version_label ?? 'no longer available: devices don’t sync it' });
  leadToSkill(row, skill_id, entry.skill?.visibility);
  const form = formIn(row);
  refill(form, { rule: pinned ? 'pin' : auto_approve ? 'auto' : 'ask' });
  if (!approved) for (const part of form.querySelectorAll<HTMLElement>('label, [value=set]')) part.hidden = true;
  for (const part of form.querySelectorAll<HTMLElement>('[data-part=skipped], [value=offer]')) part.hidden = !skipped;
  fill(form, { skipped: skipped ? `skipped ${skipped.version_label}` : '' });
  answer(form, async (data) => {
    const [act, rule] = [textIn(data, 'act'), textIn(data, 'rule')];
    if (act === 'remove') await call('removeLibrarySkill', namesIn(skill_id));
    else if (act === 'offer') await call('skipLibraryVersion', { ...namesIn(skill_id), body: { hash: null } });
    else await setRule(entry, rule);
    await redraw();
    if (act === 'remove') return `Removed ${name} from your library.`;
    return act === 'offer' ? `${skipped?.version_label} of ${name} can be approved again.` : `Saved for ${name}.`;
  });
}

/** The version that is approved stays approved. */
const setRule = ({ skill_id, approved }: Entry, rule: string): Promise<unknown> =>
  call('putLibrarySkill', {
    ...namesIn(skill_id),
    body: { ...(approved && { hash: approved.hash }), pinned: rule === 'pin', auto_approve: rule === 'auto' },
  });
