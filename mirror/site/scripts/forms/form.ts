/** Forms that scripts answer: one at a time, and what went wrong beside the button. */

/** The element with this id, which the page's template has. */
export function part<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found as E;
}

/**
 * Runs `work` when the form is sent, with the button that sent it among the data; its buttons wait meanwhile, and a
 * failure is shown in its `output`.
 */
export function answer(form: HTMLFormElement, work: (data: FormData) => Promise<string | undefined>): void {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const data = new FormData(form, event.submitter);
    const buttons = form.querySelectorAll('button');
    const output = form.querySelector('output');
    for (const button of buttons) button.disabled = true;
    if (output) output.value = '';
    try {
      tell(form, (await work(data)) ?? '');
    } catch (error) {
      tell(form, sentenceOf(error as Error));
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  });
}

/** Beside the button; where the form went with what it was about, at the top, and the keyboard goes on from there. */
function tell(form: HTMLFormElement, text: string): void {
  const output = form.querySelector('output');
  if (form.isConnected && output) output.value = text;
  if (form.isConnected) return;
  if (text) say(text);
  part('said').scrollIntoView({ block: 'nearest' });
  if (document.activeElement === document.body) part('content').focus({ preventScroll: true });
}

/** Says something in the page's own place for it. */
export function say(text: string): void {
  part('said').textContent = text;
  part('said').hidden = text === '';
}

/** A browser says little of why a passkey was not made or used, and most often a person changed their mind. */
export const sentenceOf = ({ name, message }: Error): string =>
  name === 'NotAllowedError' || name === 'AbortError'
    ? 'Cancelled: you didn’t confirm with a passkey. Nothing changed.'
    : message;

/** A field's text, trimmed; empty where it was left so. */
export const textIn = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

/** A copy of a `<template>`'s one element. */
export function copyOf(templateId: string): HTMLElement {
  const { content } = part<HTMLTemplateElement & HTMLElement>(templateId);
  return content.firstElementChild?.cloneNode(true) as HTMLElement;
}

/** Fills the parts of a copy that have a `data-part`. */
export function fill(element: HTMLElement, texts: Record<string, string>): HTMLElement {
  for (const [name, text] of Object.entries(texts)) {
    const place = element.querySelector(`[data-part="${name}"]`);
    if (place) place.textContent = text;
  }
  return element;
}

/** The one form of a copy. */
export const formIn = (element: HTMLElement): HTMLFormElement => element.querySelector('form') as HTMLFormElement;

/** A field of a form by its name. */
export const fieldIn = (form: HTMLFormElement, name: string): HTMLInputElement =>
  form.elements.namedItem(name) as HTMLInputElement;

/** Fills the fields of a form by their names. */
export function refill(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
      field.value = value;
  }
}

/** Puts choices into a `<select>`, and shows its label only where there is something to choose. */
export function offer(select: HTMLSelectElement, values: readonly string[]): void {
  select.replaceChildren(...values.map((value) => new Option(value, value)));
  const label = select.closest('label');
  if (label) label.hidden = values.length < 2;
}

/** Redraws a list out of copies of `<id>-row`, each finished by `draw`; where there are none, `<id>-none` says so. */
export function showEach<T>(id: string, items: readonly T[], draw: (row: HTMLElement, item: T) => void): void {
  const rows = items.map((item) => {
    const row = copyOf(`${id}-row`);
    draw(row, item);
    return row;
  });
  part(id).replaceChildren(...rows);
  part(`${id}-none`).hidden = items.length > 0;
}

/** `21 Nov 2026`, as the reader's language writes it; `never` for null. */
export const dayOf = (time: number | null): string =>
  time === null ? 'never' : new Date(time * 1000).toLocaleDateString(undefined, { dateStyle: 'medium' });
