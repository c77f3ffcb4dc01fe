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
      const said = await work(data);
      if (output) output.value = said ?? '';
    } catch (error) {
      if (output) output.value = sentenceOf(error as Error);
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  });
}

/** A browser says little of why a passkey was not made or used, and most often a person changed their mind. */
export const sentenceOf = ({ name, message }: Error): string =>
  name === 'NotAllowedError' || name === 'AbortError' ? 'Nothing happened: the passkey was not confirmed.' : message;

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
