/** Actions against what is one's own, lifted ones too for a while: why, what the scan found, the way to a second look. */
import { answer, dayOf, fill, showEach, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { offerFindings } from './findings.ts';
import { showTarget } from './target.ts';
import { actor, doneBy } from './wording.ts';

type Action = Awaited<ReturnType<typeof call<'listOwnModeration'>>>['actions'][number];

export async function showOwn(): Promise<void> {
  const { actions } = await call('listOwnModeration', {});
  showEach('own', actions, showAction);
}

function showAction(row: HTMLElement, own: Action): void {
  const { id, target, action, reason, by, created_at, lifted_at } = own;
  showTarget(row, target);
  fill(row, { action: doneBy(action), reason, by: actor(by), since: dayOf(created_at), lifted: dayOf(lifted_at) });
  offerFindings(row, target).open = lifted_at === null;
  hide(row, '.lifted', lifted_at === null);
  showAppeal(row, own);
  answer(row.querySelector('form') as HTMLFormElement, async (data) => {
    await call('appealModerationAction', { id, body: { message: textIn(data, 'message') } });
    await showOwn();
    return undefined;
  });
}

/** One appeal at a time: the form comes back with the answer. */
function showAppeal(row: HTMLElement, { appeal, lifted_at }: Action): void {
  const isOpen = appeal?.resolved_at === null;
  const isLifted = lifted_at !== null;
  hide(row, '.appeal', !appeal);
  hide(row, '.answer', !appeal || isOpen);
  hide(row, 'form', isOpen || isLifted);
  if (!appeal) return;
  const asked = isOpen
    ? `Appealed ${dayOf(appeal.created_at)}. No answer yet.`
    : `Appealed ${dayOf(appeal.created_at)}.`;
  const answered = `${isLifted ? 'Answered' : 'Refused'} ${dayOf(appeal.resolved_at)}: ${appeal.answer}`;
  fill(row, { message: appeal.message, asked, answer: answered });
}

function hide(row: HTMLElement, selector: string, isHidden: boolean): void {
  (row.querySelector(selector) as HTMLElement).hidden = isHidden;
}
