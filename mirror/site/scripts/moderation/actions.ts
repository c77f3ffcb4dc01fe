/** Actions in force, for operators to lift. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { answer, dayOf, fill, formIn, part, showEach, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { offerFindings } from './findings.ts';
import { showTarget } from './target.ts';
import { actor, doneBy } from './wording.ts';

type Action = Output<'listActionsInForce'>['actions'][number];

/** `redraw` shows everything again once one was lifted. */
export async function showActions(redraw: () => Promise<unknown>): Promise<void> {
  const { actions } = await call('listActionsInForce', {});
  showEach('actions', actions, (row, action) => {
    showAction(row, action);
    answer(formIn(row), async (data) => {
      const reason = textIn(data, 'reason');
      await call('liftModerationAction', { id: action.id, body: reason ? { reason } : {} });
      await redraw();
      part('decided').textContent = `Lifted the action against ${action.target}.`;
      return undefined;
    });
  });
}

function showAction(row: HTMLElement, { target, action, reason, by, created_at }: Action): void {
  showTarget(row, target);
  fill(row, { action: doneBy(action), reason, by: actor(by), since: dayOf(created_at) });
  offerFindings(row, target);
}
