/**
 * A field with a list below it of what may be meant, walked with the arrow keys (the combobox of the ARIA practices, where
 * the field keeps the focus).
 */

/** Milliseconds without a key before anything is asked. */
const pause = 120;

interface Parts {
  field: HTMLInputElement;
  /** `role="listbox"`, with an id. */
  list: HTMLElement;
  /** Where it is said how many there are. */
  said: Element;
}

export interface Rows {
  /** Those with `role="option"` can be chosen, by a click. */
  rows: HTMLElement[];
  said: string;
  /** The field has one of them already: they stay closed until an arrow key, and cover nothing. */
  isNamed?: boolean;
}

/** `find` answers undefined where there is nothing to show. Returns what closes and forgets the list. */
export function combobox(
  { field, list, said }: Parts,
  find: (words: string, signal: AbortSignal) => Promise<Rows | undefined>,
): () => void {
  let waiting: number | undefined;
  let asking = new AbortController();
  let chosen = -1;
  const options = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')];

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
      const found = await find(words, signal);
      if (signal.aborted) return;
      if (!found) return drop();
      list.replaceChildren(...found.rows);
      for (const [index, option] of options().entries()) option.id = `${list.id}-${index}`;
      said.textContent = found.said;
      open(document.activeElement === field && found.rows.length > 0 && !found.isNamed);
    } catch {
      if (!signal.aborted) drop();
    }
  };

  field.role = 'combobox';
  field.setAttribute('aria-controls', list.id);
  field.ariaAutoComplete = 'list';
  field.ariaExpanded = 'false';

  const look = (): void => {
    clearTimeout(waiting);
    const words = field.value.trim();
    if (words === '') drop();
    else waiting = window.setTimeout(ask, pause, words);
  };
  field.addEventListener('input', look);
  // What was typed before this script ran.
  if (document.activeElement === field) look();
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
  return drop;
}
