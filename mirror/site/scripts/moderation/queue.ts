/** What waits for an operator's decision, and what is in force. */
import { call } from '../call.ts';
import { answer, dayOf, fill, part, showEach, textIn } from '../form.ts';
import { offerFindings } from './findings.ts';
import { beginAction } from './take.ts';
import { showTarget } from './target.ts';
import { actor, doneBy } from './wording.ts';

type Queue = Awaited<ReturnType<typeof call<'getModerationQueue'>>>;

/** `redraw` shows everything again once something was decided. */
export async function showQueue(redraw: () => Promise<unknown>): Promise<void> {
  const { reports, appeals, actions } = await call('getModerationQueue', {});
  const decide = (row: HTMLElement, decision: (data: FormData) => Promise<string>) =>
    answer(row.querySelector('form') as HTMLFormElement, async (data) => {
      const said = await decision(data);
      await redraw();
      part('decided').textContent = said;
      return undefined;
    });

  showEach('reports', reports, (row, report) => {
    showReport(row, report);
    decide(row, async (data) => {
      await call('resolveReport', { id: report.id, body: { reason: textIn(data, 'reason') } });
      return `Closed the report of ${report.target}.`;
    });
  });
  showEach('appeals', appeals, (row, appeal) => {
    showAppeal(row, appeal);
    decide(row, async (data) => {
      const granted = textIn(data, 'granted') === 'true';
      await call('resolveAppeal', { id: appeal.id, body: { granted, reason: textIn(data, 'reason') } });
      return granted
        ? `Granted the appeal and lifted the action: ${appeal.action.target}.`
        : `Refused the appeal; the action stays: ${appeal.action.target}.`;
    });
  });
  showEach('actions', actions, (row, action) => {
    showAction(row, action);
    decide(row, async (data) => {
      const reason = textIn(data, 'reason');
      await call('liftModerationAction', { id: action.id, body: reason ? { reason } : {} });
      return `Lifted: ${action.target}.`;
    });
  });
}

function showReport(row: HTMLElement, { target, reason, reporter, created_at }: Queue['reports'][number]): void {
  showTarget(row, target);
  fill(row, { reason, by: reporter || 'someone without a handle', since: dayOf(created_at) });
  offerFindings(row, target);
  row.querySelector('.act')?.addEventListener('click', () => beginAction(target));
}

function showAppeal(row: HTMLElement, { action, message, by, created_at }: Queue['appeals'][number]): void {
  showTarget(row, action.target);
  const asked = `${by}, ${dayOf(created_at)}`;
  fill(row, { action: doneBy(action.action), reason: action.reason, by: actor(action.by), message, asked });
  offerFindings(row, action.target);
}

function showAction(row: HTMLElement, { target, action, reason, by, created_at }: Queue['actions'][number]): void {
  showTarget(row, target);
  fill(row, { action: doneBy(action), reason, by: actor(by), since: dayOf(created_at) });
  offerFindings(row, target);
}
