/** The forms that act against something. */
import type { JsonBody } from '../../../../origin/contract/operations.ts';
import { type Find, offerChoices } from '../forms/choose.ts';
import { answer, fieldIn, part, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { doneBy } from './wording.ts';

const form = part<HTMLFormElement>('take');

/** Whatever can be acted against, private things too. */
const findActedOn: Find = async (words) => {
  const { found } = await call('findAnything', { q: words });
  const named = found.filter(({ target }) => target !== '');
  return named.map(({ kind, detail, target }) => ({ value: target, detail: `${kind}${detail && `: ${detail}`}` }));
};

offerChoices(fieldIn(form, 'target'), findActedOn);

/** Begins an action against what was reported. */
export function beginAction(target: string): void {
  (form.elements.namedItem('target') as HTMLInputElement).value = target;
  (form.elements.namedItem('reason') as HTMLTextAreaElement).focus();
}

const pictureForm = part<HTMLFormElement>('remove-picture');

answer(pictureForm, async (data) => {
  const author = textIn(data, 'handle');
  await call('removeProfilePicture', { author });
  pictureForm.reset();
  return `Removed the picture of ${author}.`;
});

/** `redraw` shows everything again once an action is in force. */
export function offerAction(redraw: () => Promise<unknown>): void {
  answer(form, async (data) => {
    const [target = '', reason = ''] = ['target', 'reason'].map((name) => textIn(data, name));
    const action = textIn(data, 'action') as JsonBody<'takeModerationAction'>['action'];
    await call('takeModerationAction', { body: { target, action, reason } });
    form.reset();
    await redraw();
    return `${doneBy(action)} ${target}.`;
  });
}
