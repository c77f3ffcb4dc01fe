/** The form that takes an action. */
import type { JsonBody } from '../../../../origin/contract/operations.ts';
import { call } from '../call.ts';
import { answer, part, textIn } from '../form.ts';

const form = part<HTMLFormElement>('take');

/** Begins an action against what was reported. */
export function beginAction(target: string): void {
  (form.elements.namedItem('target') as HTMLInputElement).value = target;
  (form.elements.namedItem('reason') as HTMLTextAreaElement).focus();
}

/** `redraw` shows everything again once an action is in force. */
export function offerAction(redraw: () => Promise<unknown>): void {
  answer(form, async (data) => {
    const [target = '', reason = ''] = ['target', 'reason'].map((name) => textIn(data, name));
    const action = textIn(data, 'action') as JsonBody<'takeModerationAction'>['action'];
    await call('takeModerationAction', { body: { target, action, reason } });
    form.reset();
    await redraw();
    return `In force: ${action} ${target}.`;
  });
}
