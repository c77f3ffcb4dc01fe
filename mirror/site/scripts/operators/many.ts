/** A list of which several are selected, on a page or all that match, and decided about at once (components/operators/Many.astro). */
import type { Output } from '../../../../origin/contract/operations.ts';
import { decidedAtOnce } from '../../../../origin/contract/subjects/deciding.ts';
import { answer, fieldIn, fill, part, showEach } from '../forms/form.ts';

type Result = Output<'decideVersions'>['results'][number];

interface Page<Item> {
  items: readonly Item[];
  total: number;
}

interface Many<Item> {
  id: string;
  load(page: { limit: number; offset: number }): Promise<Page<Item>>;
  draw(row: HTMLElement, item: Item): void;
  /** What it is sent as, and what it is called in the results. */
  keyOf(item: Item): string;
  nameOf(item: Item): string;
  /** At most `decidedAtOnce`. */
  decide(data: FormData, keys: string[]): Promise<readonly Result[]>;
  /** After each page, with where it begins. */
  shown?(offset: number): void;
}

export interface ManyShown {
  /** From `offset` on, or where the list was. */
  show(offset?: number): Promise<void>;
}

/** Rows of a page. */
const atOnce = 30;
/** Decisions that worked are listed where they are no more than this; those that didn’t always are. */
const mostListed = 10;

export function showMany<Item>(many: Many<Item>): ManyShown {
  const { id, load, draw, keyOf, nameOf, decide } = many;
  const form = part<HTMLFormElement>(`${id}-decide`);
  const all = part(`${id}-all`).querySelector('input') as HTMLInputElement;
  const every = part<HTMLButtonElement>(`${id}-every`);
  const [previous, next] = part(`${id}-pager`).querySelectorAll('button');
  const names = new Map<string, string>();
  /** What is selected beyond the page, as it was then: what comes later was not looked at. */
  let everything: string[] | undefined;
  let [offset, total] = [0, 0];

  const boxes = (): HTMLInputElement[] => [...part(id).querySelectorAll<HTMLInputElement>('.head input')];
  const selected = (): string[] =>
    everything ??
    boxes()
      .filter(({ checked }) => checked)
      .map(({ value }) => value);

  function countSelected(): void {
    const { length } = selected();
    part(`${id}-selected`).textContent = length === 0 ? '' : `${length.toLocaleString()} selected`;
    part(`${id}-count`).textContent = length.toLocaleString();
    part(`${id}-deciding`).hidden = length === 0;
    all.checked = boxes().length > 0 && boxes().every(({ checked }) => checked);
    all.indeterminate = length > 0 && !all.checked;
    every.hidden = !all.checked || total <= boxes().length || everything !== undefined;
    every.textContent = `Select all ${total.toLocaleString()}`;
  }

  async function show(from = offset): Promise<void> {
    offset = from;
    const page = await load({ limit: atOnce, offset });
    ({ total } = page);
    if (page.items.length === 0 && offset > 0) return show(Math.max(0, Math.floor((total - 1) / atOnce) * atOnce));
    // What somebody selected while the list was on its way stays selected.
    const kept = new Set(everything ? [] : selected());
    everything = undefined;
    for (const item of page.items) names.set(keyOf(item), nameOf(item));
    showEach(id, page.items, (row, item) => {
      draw(row, item);
      const box = row.querySelector('.head input') as HTMLInputElement;
      box.value = keyOf(item);
      box.checked = kept.has(box.value);
      fill(row, { chosen: nameOf(item) });
    });
    const range = `${offset + 1}–${offset + page.items.length} of ${total.toLocaleString()}`;
    part(`${id}-total`).textContent = total > 0 ? range : '';
    part(`${id}-all`).hidden = page.items.length === 0;
    part(`${id}-pager`).hidden = total <= atOnce;
    if (previous) previous.disabled = offset === 0;
    if (next) next.disabled = offset + atOnce >= total;
    many.shown?.(offset);
    countSelected();
  }

  const say = (text: string): void => {
    part(`${id}-total`).textContent = text;
  };
  const fail = (error: Error): void => say(error.message);
  const turn = (by: number): void => {
    show(Math.max(0, offset + by)).then(() => part(`${id}-total`).scrollIntoView(), fail);
  };
  previous?.addEventListener('click', () => turn(-atOnce));
  next?.addEventListener('click', () => turn(atOnce));
  all.addEventListener('change', () => {
    for (const box of boxes()) box.checked = all.checked;
    everything = undefined;
    countSelected();
  });
  part(id).addEventListener('change', () => {
    everything = undefined;
    countSelected();
  });

  async function selectEverything(): Promise<void> {
    const keys: string[] = [];
    for (let of = total; keys.length < of; ) {
      const page = await load({ limit: decidedAtOnce, offset: keys.length });
      for (const item of page.items) names.set(keyOf(item), nameOf(item));
      keys.push(...page.items.map(keyOf));
      of = page.items.length === 0 ? 0 : page.total;
    }
    everything = [...new Set(keys)];
    countSelected();
  }
  every.addEventListener('click', () => {
    every.disabled = true;
    selectEverything()
      .catch(fail)
      .finally(() => {
        every.disabled = false;
      });
  });

  answer(form, async (data) => {
    const keys = selected();
    if (keys.length === 0) return 'Select something first.';
    const results: Result[] = [];
    let failure = '';
    try {
      for (let from = 0; from < keys.length; from += decidedAtOnce) {
        say(keys.length > decidedAtOnce ? `${from.toLocaleString()} of ${keys.length.toLocaleString()} done …` : '');
        results.push(...(await decide(data, keys.slice(from, from + decidedAtOnce))));
      }
    } catch (error) {
      failure = (error as Error).message;
    }
    const done = results.filter(({ outcome }) => outcome === 'done');
    const said = `${done.length.toLocaleString()} of ${keys.length.toLocaleString()} done.${failure && ` The rest was not sent: ${failure}`}`;
    const refused = results.filter(({ outcome }) => outcome !== 'done');
    showEach('results', [...refused, ...(done.length > mostListed ? [] : done)], (row, { target, message }) => {
      fill(row, { target: names.get(target) ?? target, message });
    });
    part('results-said').textContent = said;
    part('results-block').hidden = false;
    if (done.length === keys.length) fieldIn(form, 'reason').value = '';
    await show();
    part('results-block').focus();
    return said;
  });

  return { show };
}
