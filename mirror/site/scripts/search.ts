/**
 * Search as you type: results in a list below the field, walked with the arrow keys (the combobox of the ARIA
 * practices, where the field keeps the focus). `/` leads to the field. Without this the form asks for the page.
 */
import type { Output } from '../../../origin/contract/operations.ts';
import { countedWords, rowsOf } from './search/rows.ts';
import { isTyping } from './typing.ts';

/** Milliseconds without a key before anything is asked. */
const pause = 120;
/** Results of each type. */
const limit = 4;

const form = document.querySelector<HTMLFormElement>('#site-search');
const field = form?.querySelector('input');
const list = form?.querySelector<HTMLElement>('#search-list');
const said = form?.querySelector('#search-said');
if (form && field && list && said) enhance(form, field, list, said);

function enhance(form: HTMLFormElement, field: HTMLInputElement, list: HTMLElement, said: Element): void {
  let waiting: number | undefined;
  let asking = new AbortController();
  let chosen = -1;
  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role="option"]')];

  const choose = (index: number): void => {
    chosen = index;
    for (const [at, option] of options().entries()) {
      option.ariaSelected = String(at === index);
      if (at === index) option.scrollIntoView({ block: 'nearest' });
    }
    if (index < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', options()[index]?.id ?? '');
  };
  const open = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    field.ariaExpanded = String(isOpen);
    choose(-1);
  };
  const drop = (): void => {
    clearTimeout(waiting);
    asking.abort();
    open(false);
    list.replaceChildren();
    said.textContent = '';
  };

  const ask = async (words: string): Promise<void> => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const query = new URLSearchParams({ q: words, limit: String(limit) });
      const response = await fetch(`${form.dataset['results']}?${query}`, { signal });
      if (!response.ok) return drop();
      const found: Output<'search'> = await response.json();
      if (signal.aborted) return;
      list.replaceChildren(...rowsOf(found, form));
      said.textContent = countedWords(found);
      open(document.activeElement === field);
    } catch {
      if (!signal.aborted) drop();
    }
  };

  field.role = 'combobox';
  field.setAttribute('aria-controls', list.id);
  field.setAttribute('aria-keyshortcuts', '/');
  field.ariaAutoComplete = 'list';
  field.ariaExpanded = 'false';
  for (const hint of form.querySelectorAll('kbd')) hint.hidden = false;

  field.addEventListener('input', () => {
    clearTimeout(waiting);
    const words = field.value.trim();
    if (words === '') return drop();
    waiting = window.setTimeout(ask, pause, words);
  });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const last = options().length - 1;
    const option = options()[chosen];
    if (event.key === 'Enter' && option) option.click();
    else if (event.key === 'Escape' && !list.hidden) open(false);
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && last >= 0) {
      if (list.hidden) open(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // From the last option, or the first, the way leads by the field itself.
      const next = chosen + step;
      choose(next > last ? -1 : next < -1 ? last : next);
    } else return;
    event.preventDefault();
  });
  field.addEventListener('blur', () => open(false));
  list.addEventListener('pointerdown', (event) => event.preventDefault()); // the field keeps the focus
  form.addEventListener('submit', drop);
  addEventListener('pagehide', drop);
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}
