/** Search as you type: results in a list below the field. `/` leads to the field. Without this the form asks for the page. */
import type { Output } from '../../../../origin/contract/operations.ts';
import { combobox } from '../forms/combobox.ts';
import { isTyping } from '../forms/typing.ts';
import { countedWords, rowsOf } from '../search/rows.ts';

/** Results of each type. */
const limit = 4;

const form = document.querySelector<HTMLFormElement>('#site-search');
const field = form?.querySelector('input');
const list = form?.querySelector<HTMLElement>('#search-list');
const said = form?.querySelector('#search-said');
if (form && field && list && said) enhance(form, field, list, said);

function enhance(form: HTMLFormElement, field: HTMLInputElement, list: HTMLElement, said: Element): void {
  const drop = combobox({ field, list, said }, async (words, signal) => {
    const query = new URLSearchParams({ q: words, limit: String(limit) });
    const response = await fetch(`${form.dataset['results']}?${query}`, { signal });
    if (!response.ok) return undefined;
    const found: Output<'search'> = await response.json();
    return { rows: rowsOf(found, form), said: countedWords(found) };
  });
  field.setAttribute('aria-keyshortcuts', '/');
  for (const hint of form.querySelectorAll('kbd')) hint.hidden = false;
  form.addEventListener('submit', drop);
  addEventListener('pagehide', drop);
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}
