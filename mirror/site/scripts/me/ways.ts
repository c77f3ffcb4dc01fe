/** The forms of `YourActions.astro`: their answers, and which of their parts are there. */
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import type { Output } from '../../../../origin/contract/operations.ts';
import { answer, textIn } from '../forms/form.ts';

export type Standing = Output<'getStanding'>;

/** Shows the parts that are named with `true`, and hides those with `false`; a page may lack some. */
export function showParts(ways: HTMLElement, parts: Record<string, boolean>): void {
  for (const [name, isShown] of Object.entries(parts))
    for (const part of ways.querySelectorAll<HTMLElement>(`[data-part="${name}"]`)) part.hidden = !isShown;
}

const answered = new WeakSet<HTMLFormElement>();

/**
 * Answers a form by the `value` of the button that sent it, once, however often its state is shown. The keyboard stays in
 * the form where its button is gone afterwards.
 */
export function answerBy(
  form: HTMLFormElement,
  work: (act: string, data: FormData) => Promise<string | undefined>,
): void {
  if (answered.has(form)) return;
  answered.add(form);
  answer(form, async (data) => {
    try {
      return await work(textIn(data, 'act'), data);
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      if (error.code === 'unauthorized') throw new Error('You’re signed out. Sign in and try again.');
      if (error.code === 'rate_limited') throw new Error('Too many requests. Try again in a minute.');
      throw error;
    } finally {
      setTimeout(() => {
        if (document.activeElement === document.body)
          form.querySelector<HTMLElement>('button:not([hidden], :disabled)')?.focus();
      });
    }
  });
}

/** The first form. */
export const formOf = (ways: HTMLElement): HTMLFormElement => ways.querySelector('form') as HTMLFormElement;
